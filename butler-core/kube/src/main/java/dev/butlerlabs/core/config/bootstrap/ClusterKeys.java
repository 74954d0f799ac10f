package dev.butlerlabs.core.config.bootstrap;

import static dev.butlerlabs.core.config.ConfigValueTypes.choice;
import static dev.butlerlabs.core.config.ConfigValueTypes.listOf;
import static dev.butlerlabs.core.config.ConfigValueTypes.mapOf;
import static dev.butlerlabs.core.config.ConfigValueTypes.section;
import static dev.butlerlabs.core.config.ConfigValueTypes.someText;
import static dev.butlerlabs.core.config.ConfigValueTypes.text;
import static dev.butlerlabs.core.config.ConfigValueTypes.whole;
import static dev.butlerlabs.core.config.ConfigValueTypes.wholeOfAtLeast;

import dev.butlerlabs.core.api.ClusterBootstrapSpec.Topology;
import dev.butlerlabs.core.config.ConfigKey;
import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.config.ConfigSettings;
import java.util.List;
import java.util.Map;

/** The keys of {@code cluster}. */
public final class ClusterKeys {
    private static final String LABEL_VALUE = "^(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$";
    private static final String LABEL_NAME =
            "(?:[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?/)?[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?";

    public static final ConfigKey<String> NAME = ConfigKey.required(
            "name",
            text("^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$", "a name of up to 63 lower case letters, digits and dashes"),
            "Name of the cluster, used as a prefix for machines and files.");
    public static final ConfigKey<Topology> TOPOLOGY = ConfigKey.withDefault(
            "topology",
            "ha",
            choice(Topology.HA, Topology.SINGLE_NODE),
            "Single node, or a highly available control plane.");

    static final ConfigKey<Integer> SIZE_GB = ConfigKey.required("sizeGB", wholeOfAtLeast(1), "Disk size in GB.");
    static final ConfigKey<String> STORAGE_CLASS = ConfigKey.optional(
            "storageClass", someText(), "Storage class of the infrastructure. Defaults to its default class.");

    public static final ConfigKey<Integer> REPLICAS = ConfigKey.optional(
            "replicas", whole(1, 100), "Number of machines. Required unless topology is single-node.");
    public static final ConfigKey<Integer> WORKER_REPLICAS = ConfigKey.withDefault(
            "replicas", 0, whole(0, 100), "Number of machines. With 0, workloads run on the control plane.");
    static final ConfigKey<Integer> CPU = ConfigKey.required("cpu", whole(1, 128), "Virtual CPUs per machine.");
    static final ConfigKey<Integer> MEMORY_MB =
            ConfigKey.required("memoryMB", wholeOfAtLeast(2048), "Memory per machine in MB.");
    static final ConfigKey<Integer> DISK_GB = ConfigKey.required("diskGB", wholeOfAtLeast(20), "Boot disk size in GB.");
    static final ConfigKey<List<ConfigSettings>> EXTRA_DISKS = ConfigKey.optional(
            "extraDisks", listOf(section(ConfigKeys.of(SIZE_GB, STORAGE_CLASS))), "Additional disks per machine.");
    static final ConfigKey<Map<String, String>> LABELS = ConfigKey.optional(
            "labels",
            mapOf(text(LABEL_VALUE, "a label value"))
                    .where(
                            labels -> labels.keySet().stream().allMatch(name -> name.matches(LABEL_NAME)),
                            "has an invalid label key"),
            "Node labels.");

    public static final ConfigKey<ConfigSettings> CONTROL_PLANE = ConfigKey.required(
            "controlPlane",
            section(ConfigKeys.of(REPLICAS, CPU, MEMORY_MB, DISK_GB, EXTRA_DISKS, LABELS)),
            "Control plane machines.");
    public static final ConfigKey<ConfigSettings> WORKERS = ConfigKey.optional(
            "workers",
            section(ConfigKeys.of(WORKER_REPLICAS, CPU, MEMORY_MB, DISK_GB, EXTRA_DISKS, LABELS)),
            "Worker machines. Not used with topology single-node.");

    static final ConfigKeys ALL = ConfigKeys.of(NAME, TOPOLOGY, CONTROL_PLANE, WORKERS);

    private ClusterKeys() {}
}
