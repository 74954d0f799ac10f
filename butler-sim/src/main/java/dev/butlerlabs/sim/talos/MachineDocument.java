package dev.butlerlabs.sim.talos;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

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
        List<Map<?, ?>> documents = documents(text);
        Map<?, ?> main = documents.stream()
                .filter(document -> document.get("kind") == null)
                .findFirst()
                .orElseThrow(() -> new RefusedException("the applied configuration has no v1alpha1 document"));
        Map<?, ?> machine = map(main.get("machine"));
        String type = text(machine.get("type"));
        if (!type.equals("controlplane") && !type.equals("worker")) {
            throw new RefusedException("1 error occurred:\n\t* machine type is not set");
        }
        Map<?, ?> authority = map(machine.get("ca"));
        String key = pem(authority.get("key"));
        boolean controlPlane = type.equals("controlplane");
        if (!controlPlane && !key.isEmpty()) {
            throw new RefusedException(
                    "1 error occurred:\n\t* issuing Talos API CA key is not allowed on non-controlplane nodes");
        }
        if (controlPlane && key.isEmpty()) {
            throw new RefusedException(
                    "1 error occurred:\n\t* issuing Talos API CA key is required for controlplane nodes");
        }
        Kubernetes kubernetes = kubernetes(documents, map(main.get("cluster")));
        return new MachineDocument(
                controlPlane,
                text(machine.get("token")),
                pem(authority.get("crt")),
                Optional.of(key).filter(one -> !one.isEmpty()),
                texts(machine.get("certSANs")),
                kubernetes.name(),
                kubernetes.endpoint(),
                kubernetes.authority(),
                Optional.of(kubernetes.key()).filter(one -> !one.isEmpty()),
                hostname(documents, machine));
    }

    private static List<Map<?, ?>> documents(String text) throws RefusedException {
        List<Map<?, ?>> documents = new ArrayList<>();
        try {
            new Load(LoadSettings.builder().setAllowDuplicateKeys(false).build())
                    .loadAllFromString(text)
                    .forEach(document -> documents.add(map(document)));
        } catch (YamlEngineException e) {
            throw new RefusedException("the applied configuration is not YAML");
        }
        return documents;
    }

    private static Kubernetes kubernetes(List<Map<?, ?>> documents, Map<?, ?> cluster) {
        Optional<Map<?, ?>> own = kind(documents, "KubeClusterConfig");
        if (own.isEmpty()) {
            Map<?, ?> authority = map(cluster.get("ca"));
            return new Kubernetes(
                    text(cluster.get("clusterName")),
                    text(map(cluster.get("controlPlane")).get("endpoint")),
                    pem(authority.get("crt")),
                    pem(authority.get("key")));
        }
        Map<?, ?> issuing = kind(documents, "KubeAPIServerCAConfig")
                .<Map<?, ?>>map(document -> map(document.get("issuingCA")))
                .orElse(Map.of());
        return new Kubernetes(
                text(own.get().get("clusterName")),
                text(own.get().get("endpoint")),
                text(issuing.get("cert")),
                text(issuing.get("key")));
    }

    private static Optional<String> hostname(List<Map<?, ?>> documents, Map<?, ?> machine) {
        return kind(documents, "HostnameConfig")
                .map(document -> text(document.get("hostname")))
                .filter(name -> !name.isEmpty())
                .or(() -> Optional.of(text(map(machine.get("network")).get("hostname")))
                        .filter(name -> !name.isEmpty()));
    }

    private record Kubernetes(String name, String endpoint, String authority, String key) {}

    private static Optional<Map<?, ?>> kind(List<Map<?, ?>> documents, String kind) {
        return documents.stream()
                .filter(document -> kind.equals(document.get("kind")))
                .findFirst();
    }

    private static Map<?, ?> map(Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    private static String text(Object value) {
        return value == null ? "" : value.toString();
    }

    private static List<String> texts(Object value) {
        return value instanceof List<?> list
                ? list.stream().map(MachineDocument::text).toList()
                : List.of();
    }

    private static String pem(Object value) {
        return new String(Base64.getDecoder().decode(text(value)), StandardCharsets.US_ASCII);
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
