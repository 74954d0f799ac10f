package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.talos.yaml.YamlReader;
import dev.butlerlabs.core.tree.UntypedTree;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * The settings of a machine configuration, which has one or more documents. Certificates and keys are PEM text.
 *
 * @param authorityKey empty on workers
 * @param kubernetesKey empty on workers
 */
record MachineDocument(
        boolean controlPlane,
        String token,
        String authority,
        Optional<String> authorityKey,
        List<String> names,
        String clusterName,
        String endpoint,
        String kubernetes,
        Optional<String> kubernetesKey,
        Optional<String> hostname) {

    static MachineDocument parse(String text) throws RefusedException {
        List<UntypedTree> documents = documents(text);
        UntypedTree main = documents.stream()
                .filter(document -> !document.has("kind"))
                .findFirst()
                .orElseThrow(() -> new RefusedException("the applied configuration has no v1alpha1 document"));
        UntypedTree machine = main.at("machine");
        String type = machine.anyText("type");
        if (!type.equals("controlplane") && !type.equals("worker")) {
            throw new RefusedException("1 error occurred:\n\t* machine type is not set");
        }
        String key = pem(machine, "ca.key");
        boolean controlPlane = type.equals("controlplane");
        if (!controlPlane && !key.isEmpty()) {
            throw new RefusedException(
                    "1 error occurred:\n\t* issuing Talos API CA key is not allowed on non-controlplane nodes");
        }
        if (controlPlane && key.isEmpty()) {
            throw new RefusedException(
                    "1 error occurred:\n\t* issuing Talos API CA key is required for controlplane nodes");
        }
        Kubernetes kubernetes = kubernetes(documents, main.at("cluster"));
        return new MachineDocument(
                controlPlane,
                machine.anyText("token"),
                pem(machine, "ca.crt"),
                Optional.of(key).filter(one -> !one.isEmpty()),
                machine.items("certSANs").stream().map(UntypedTree::anyText).toList(),
                kubernetes.name(),
                kubernetes.endpoint(),
                kubernetes.authority(),
                Optional.of(kubernetes.key()).filter(one -> !one.isEmpty()),
                hostname(documents, machine));
    }

    private static List<UntypedTree> documents(String text) throws RefusedException {
        try {
            return YamlReader.documents("configuration", text).stream()
                    .map(UntypedTree::of)
                    .toList();
        } catch (ButlerException e) {
            throw new RefusedException("the applied configuration is not YAML");
        }
    }

    private static Kubernetes kubernetes(List<UntypedTree> documents, UntypedTree cluster) {
        Optional<UntypedTree> own = kind(documents, "KubeClusterConfig");
        if (own.isEmpty()) {
            return new Kubernetes(
                    cluster.anyText("clusterName"),
                    cluster.anyText("controlPlane.endpoint"),
                    pem(cluster, "ca.crt"),
                    pem(cluster, "ca.key"));
        }
        UntypedTree issuing = kind(documents, "KubeAPIServerCAConfig")
                .orElse(UntypedTree.EMPTY)
                .at("issuingCA");
        return new Kubernetes(
                own.get().anyText("clusterName"),
                own.get().anyText("endpoint"),
                issuing.anyText("cert"),
                issuing.anyText("key"));
    }

    private static Optional<String> hostname(List<UntypedTree> documents, UntypedTree machine) {
        return kind(documents, "HostnameConfig")
                .map(document -> document.anyText("hostname"))
                .filter(name -> !name.isEmpty())
                .or(() -> Optional.of(machine.anyText("network.hostname")).filter(name -> !name.isEmpty()));
    }

    private record Kubernetes(String name, String endpoint, String authority, String key) {}

    private static Optional<UntypedTree> kind(List<UntypedTree> documents, String kind) {
        return documents.stream()
                .filter(document -> document.anyText("kind").equals(kind))
                .findFirst();
    }

    private static String pem(UntypedTree tree, String path) {
        return new String(Base64.getDecoder().decode(tree.anyText(path)), StandardCharsets.US_ASCII);
    }

    /** Omits secrets. */
    @Override
    public String toString() {
        return "MachineDocument[" + (controlPlane ? "controlplane" : "worker") + " of " + clusterName + "]";
    }

    /** A rejected configuration, with the message of a real machine. */
    static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;

        RefusedException(String sentence) {
            super(sentence);
        }
    }
}
