package dev.butlerlabs.adm.talos;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.talos.config.Cni;
import dev.butlerlabs.core.talos.patch.ConfigurationPatch;
import dev.butlerlabs.core.talos.yaml.YamlReader;
import dev.butlerlabs.core.tree.UntypedTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the machine configuration settings of a bootstrap file or a ClusterBootstrap. */
final class MachineSettingsReader {
    static final MachineSettingsReader NONE = new MachineSettingsReader("", UntypedTree.EMPTY);

    private static final String DEFAULT_DISK = "/dev/vda";
    private static final String DEFAULT_NETWORK_PLUGIN = "cilium";
    private static final int API_PORT = 6443;

    private final String source;
    private final UntypedTree spec;

    private MachineSettingsReader(String source, UntypedTree spec) {
        this.source = source;
        this.spec = spec;
    }

    static MachineSettingsReader parse(String source, String text) {
        List<Object> documents = YamlReader.documents(source, text);
        Optional<UntypedTree> spec = documents.stream()
                .map(UntypedTree::of)
                .map(document -> document.anyText("kind").equals("ClusterBootstrap") ? document.at("spec") : document)
                .filter(document -> document.map().keySet().containsAll(List.of("cluster", "talos")))
                .findFirst();
        return spec.map(found -> new MachineSettingsReader(source, found))
                .orElseThrow(() -> ButlerException.invalid(
                        source + " is not a bootstrap file.",
                        List.of(new InputProblem(source, "contains no document with the sections cluster and talos"))));
    }

    private Optional<String> text(String path) {
        return Optional.of(spec.anyText(path)).filter(value -> !value.isEmpty());
    }

    Optional<String> clusterName() {
        return text("cluster.name");
    }

    Optional<String> talosVersion() {
        return text("talos.version");
    }

    Optional<String> schematic() {
        return text("talos.schematic");
    }

    Optional<String> installDisk() {
        return text("talos.installDisk").or(() -> this == NONE ? Optional.empty() : Optional.of(DEFAULT_DISK));
    }

    Optional<String> endpoint() {
        return text("network.vip")
                .map(address ->
                        "https://%s:%d".formatted(address.contains(":") ? "[" + address + "]" : address, API_PORT));
    }

    /** Returns the VIP, which certificates must include because it is not an address of the machine. */
    List<String> sans() {
        return text("network.vip").stream().toList();
    }

    List<String> podSubnets() {
        return text("network.podCIDR").stream().toList();
    }

    List<String> serviceSubnets() {
        return text("network.serviceCIDR").stream().toList();
    }

    List<String> timeServers() {
        return spec.items("talos.timeServers").stream()
                .map(UntypedTree::anyText)
                .toList();
    }

    /** Returns none: Butler installs the CNI plugin as an addon. */
    Optional<Cni> cni() {
        return this == NONE ? Optional.empty() : Optional.of(new Cni.None());
    }

    /** Returns whether to run kube-proxy; Cilium replaces it. */
    boolean kubeProxy() {
        return this == NONE
                || !text("addons.cni.type").orElse(DEFAULT_NETWORK_PLUGIN).equals(DEFAULT_NETWORK_PLUGIN);
    }

    /** Returns whether the cluster has no workers, so that the control plane must be schedulable. */
    boolean controlPlaneOnly() {
        boolean single = text("cluster.topology").filter("single-node"::equals).isPresent();
        boolean noWorkers = text("cluster.workers.replicas").orElse("0").equals("0");
        return this != NONE && (single || noWorkers);
    }

    Map<String, String> controlPlaneLabels() {
        return labels("controlPlane");
    }

    Map<String, String> workerLabels() {
        return labels("workers");
    }

    private Map<String, String> labels(String pool) {
        Map<String, String> labels = new LinkedHashMap<>();
        spec.map("cluster." + pool + ".labels").forEach((key, value) -> labels.put(key, String.valueOf(value)));
        return labels;
    }

    /** Returns the JSON patch operations of the file. Their values are JSON text. */
    List<ConfigurationPatch> patches() {
        List<Map<?, ?>> operations = new ArrayList<>();
        List<UntypedTree> entries = spec.items("talos.configPatches");
        for (int i = 0; i < entries.size(); i++) {
            if (!(entries.get(i).value() instanceof Map<?, ?>)) {
                throw ButlerException.invalid(
                        source + " contains an invalid patch.",
                        List.of(new InputProblem("talos.configPatches[" + i + "]", "must have op and path")));
            }
            operations.add(operation(entries.get(i), i));
        }
        return operations.isEmpty()
                ? List.of()
                : List.of(new ConfigurationPatch.JsonOperations(source + " (talos.configPatches)", operations));
    }

    private static Map<?, ?> operation(UntypedTree entry, int index) {
        Map<String, Object> operation = entry.copy();
        if (operation.get("value") instanceof String json) {
            // JSON is valid YAML.
            operation.put(
                    "value",
                    YamlReader.documents("talos.configPatches[" + index + "].value", json).stream()
                            .findFirst()
                            .orElse(""));
        }
        return operation;
    }
}
