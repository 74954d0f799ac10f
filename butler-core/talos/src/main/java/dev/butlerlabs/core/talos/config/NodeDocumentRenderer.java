package dev.butlerlabs.core.talos.config;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Generates the settings that newer Talos versions expect in separate documents. */
final class NodeDocumentRenderer {
    private final MachineClusterOptions options;
    private final MachineType type;
    private final MachineNodeOptions node;

    NodeDocumentRenderer(MachineClusterOptions options, MachineType type, MachineNodeOptions node) {
        this.options = options;
        this.type = type;
        this.node = node;
    }

    List<Map<String, Object>> registryMirrors() {
        return new TreeMap<>(options.registryMirrors())
                .entrySet().stream()
                        .map(mirror -> OrderedFields.document("RegistryMirrorConfig")
                                .with("name", mirror.getKey())
                                .with(
                                        "endpoints",
                                        mirror.getValue().stream()
                                                .map(url -> new OrderedFields()
                                                        .with("url", url)
                                                        .map())
                                                .toList())
                                .map())
                        .toList();
    }

    Map<String, Object> hostname() {
        return OrderedFields.document("HostnameConfig")
                .with("auto", node.hostname().isPresent() ? "off" : "stable")
                .withPresent("hostname", node.hostname())
                .map();
    }

    List<Map<String, Object>> sharedAddress() {
        return options.sharedAddress().stream()
                .filter(_ -> type == MachineType.CONTROL_PLANE)
                .map(shared -> OrderedFields.document("Layer2VIPConfig")
                        .with("name", shared.address())
                        .with("link", shared.link())
                        .map())
                .toList();
    }

    List<Map<String, Object>> timeServers() {
        return options.timeServers().isEmpty()
                ? List.of()
                : List.of(OrderedFields.document("TimeSyncConfig")
                        .with("ntp", new OrderedFields().with("servers", options.timeServers()))
                        .map());
    }

    List<Map<String, Object>> nameservers() {
        return options.nameservers().isEmpty()
                ? List.of()
                : List.of(OrderedFields.document("ResolverConfig")
                        .with("nameservers", nameserverList())
                        .map());
    }

    List<Map<String, Object>> nameserverList() {
        return options.nameservers().stream()
                .map(address -> new OrderedFields().with("address", address).map())
                .toList();
    }

    List<Map<String, Object>> volumes() {
        return node.extraDisks().stream()
                .map(disk -> OrderedFields.document("UserVolumeConfig")
                        .with("name", disk.name())
                        .with(
                                "provisioning",
                                new OrderedFields()
                                        .with(
                                                "diskSelector",
                                                new OrderedFields().with("match", isDevice(disk.device())))
                                        .with("grow", true)
                                        .with("minSize", "1GiB"))
                        .map())
                .toList();
    }

    /** Returns an expression that selects the disk with this device path. */
    static String isDevice(String path) {
        return "disk.dev_path == \"" + path.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
