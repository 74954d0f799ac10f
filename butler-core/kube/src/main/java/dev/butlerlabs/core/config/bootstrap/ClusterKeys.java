package dev.butlerlabs.core.config.bootstrap;

import static dev.butlerlabs.core.config.Shapes.choice;
import static dev.butlerlabs.core.config.Shapes.listOf;
import static dev.butlerlabs.core.config.Shapes.mapOf;
import static dev.butlerlabs.core.config.Shapes.section;
import static dev.butlerlabs.core.config.Shapes.someText;
import static dev.butlerlabs.core.config.Shapes.text;
import static dev.butlerlabs.core.config.Shapes.whole;
import static dev.butlerlabs.core.config.Shapes.wholeOfAtLeast;

import dev.butlerlabs.core.api.ClusterBootstrapSpec.Topology;
import dev.butlerlabs.core.config.Key;
import dev.butlerlabs.core.config.Keys;
import dev.butlerlabs.core.config.Settings;
import java.util.List;
import java.util.Map;

/** The keys of {@code cluster}. */
public final class ClusterKeys {
    private static final String LABEL_VALUE = "^(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$";
    private static final String LABEL_NAME =
            "(?:[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?/)?[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?";

    public static final Key<String> NAME = Key.required(
            "name",
            text("^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$", "a name of up to 63 lower case letters, digits and dashes"),
            "Name of the cluster, used as a prefix for machines and files.");
    public static final Key<Topology> TOPOLOGY = Key.withDefault(
            "topology",
            "ha",
            choice(Topology.HA, Topology.SINGLE_NODE),
            "Single node, or a highly available control plane.");

    static final Key<Integer> SIZE_GB = Key.required("sizeGB", wholeOfAtLeast(1), "Disk size in GB.");
    static final Key<String> STORAGE_CLASS = Key.optional(
            "storageClass", someText(), "Storage class of the infrastructure. Defaults to its default class.");

    public static final Key<Integer> REPLICAS =
            Key.optional("replicas", whole(1, 100), "Number of machines. Required unless topology is single-node.");
    public static final Key<Integer> WORKER_REPLICAS = Key.withDefault(
            "replicas", 0, whole(0, 100), "Number of machines. With 0, workloads run on the control plane.");
    static final Key<Integer> CPU = Key.required("cpu", whole(1, 128), "Virtual CPUs per machine.");
    static final Key<Integer> MEMORY_MB = Key.required("memoryMB", wholeOfAtLeast(2048), "Memory per machine in MB.");
    static final Key<Integer> DISK_GB = Key.required("diskGB", wholeOfAtLeast(20), "Boot disk size in GB.");
    static final Key<List<Settings>> EXTRA_DISKS = Key.optional(
            "extraDisks", listOf(section(Keys.of(SIZE_GB, STORAGE_CLASS))), "Additional disks per machine.");
    static final Key<Map<String, String>> LABELS = Key.optional(
            "labels",
            mapOf(text(LABEL_VALUE, "a label value"))
                    .where(
                            labels -> labels.keySet().stream().allMatch(name -> name.matches(LABEL_NAME)),
                            "has an invalid label key"),
            "Node labels.");

    public static final Key<Settings> CONTROL_PLANE = Key.required(
            "controlPlane",
            section(Keys.of(REPLICAS, CPU, MEMORY_MB, DISK_GB, EXTRA_DISKS, LABELS)),
            "Control plane machines.");
    public static final Key<Settings> WORKERS = Key.optional(
            "workers",
            section(Keys.of(WORKER_REPLICAS, CPU, MEMORY_MB, DISK_GB, EXTRA_DISKS, LABELS)),
            "Worker machines. Not used with topology single-node.");

    static final Keys ALL = Keys.of(NAME, TOPOLOGY, CONTROL_PLANE, WORKERS);

    private ClusterKeys() {}
}
