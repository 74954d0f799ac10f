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
            text(
                    "^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$",
                    "a name of at most 63 lower case letters, digits and dashes"),
            "Name of the cluster; machines and files are named after it.");
    public static final Key<Topology> TOPOLOGY = Key.withDefault(
            "topology",
            "ha",
            choice(Topology.HA, Topology.SINGLE_NODE),
            "One node for everything, or a control plane that survives the loss of a node.");

    static final Key<Integer> SIZE_GB = Key.required("sizeGB", wholeOfAtLeast(1), "Size of the disk in gigabytes.");
    static final Key<String> STORAGE_CLASS = Key.optional(
            "storageClass",
            someText(),
            "Storage class of the infrastructure to take the disk from; its default when left out.");

    public static final Key<Integer> REPLICAS =
            Key.optional("replicas", whole(1, 100), "Number of machines; needed unless the cluster is a single node.");
    public static final Key<Integer> WORKER_REPLICAS = Key.withDefault(
            "replicas", 0, whole(0, 100), "Number of machines; none leaves the work to the control plane.");
    static final Key<Integer> CPU = Key.required("cpu", whole(1, 128), "Virtual processors of each machine.");
    static final Key<Integer> MEMORY_MB =
            Key.required("memoryMB", wholeOfAtLeast(2048), "Memory of each machine in megabytes.");
    static final Key<Integer> DISK_GB =
            Key.required("diskGB", wholeOfAtLeast(20), "Size of each boot disk in gigabytes.");
    static final Key<List<Settings>> EXTRA_DISKS = Key.optional(
            "extraDisks",
            listOf(section(Keys.of(SIZE_GB, STORAGE_CLASS))),
            "Disks of each machine beside the boot disk.");
    static final Key<Map<String, String>> LABELS = Key.optional(
            "labels",
            mapOf(text(LABEL_VALUE, "the value of a label"))
                    .where(
                            labels -> labels.keySet().stream().allMatch(name -> name.matches(LABEL_NAME)),
                            "has a name that Kubernetes does not take for a label"),
            "Labels of the nodes these machines become.");

    public static final Key<Settings> CONTROL_PLANE = Key.required(
            "controlPlane",
            section(Keys.of(REPLICAS, CPU, MEMORY_MB, DISK_GB, EXTRA_DISKS, LABELS)),
            "Machines of the control plane.");
    public static final Key<Settings> WORKERS = Key.optional(
            "workers",
            section(Keys.of(WORKER_REPLICAS, CPU, MEMORY_MB, DISK_GB, EXTRA_DISKS, LABELS)),
            "Machines that carry the workload; none on a single-node cluster.");

    static final Keys ALL = Keys.of(NAME, TOPOLOGY, CONTROL_PLANE, WORKERS);

    private ClusterKeys() {}
}
