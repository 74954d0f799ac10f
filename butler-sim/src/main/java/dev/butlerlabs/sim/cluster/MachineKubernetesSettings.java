package dev.butlerlabs.sim.cluster;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The Kubernetes settings in a machine configuration.
 *
 * @param token shared by the machines of one cluster
 * @param authority CA certificate of Kubernetes, as PEM
 * @param authorityKey empty on workers
 * @param names additional subject alternative names of the API server certificate
 * @param taints by key, as {@code Effect} or {@code value:Effect}
 * @param sharedAddress virtual IP that Talos moves between control planes
 * @param flannel whether Talos installs a CNI plugin
 */
record MachineKubernetesSettings(
        boolean controlPlane,
        String token,
        String cluster,
        URI endpoint,
        int apiPort,
        String authority,
        Optional<String> authorityKey,
        List<String> names,
        Map<String, String> labels,
        Map<String, String> annotations,
        Map<String, String> taints,
        String kubelet,
        Optional<String> sharedAddress,
        boolean flannel) {
    private static final int HTTPS = 443;
    private static final String ROLE = "node-role.kubernetes.io/control-plane";

    static MachineKubernetesSettings parse(String configuration) {
        MachineConfigDocuments documents = MachineConfigDocuments.parse(configuration);
        return documents.kind("KubeClusterConfig").isPresent() ? many(documents) : single(documents);
    }

    /** Returns the host of the control plane endpoint; empty if the endpoint is not usable. */
    Optional<String> endpointHost() {
        return Optional.ofNullable(endpoint.getHost());
    }

    int endpointPort() {
        return endpoint.getPort() < 0 ? HTTPS : endpoint.getPort();
    }

    private static MachineKubernetesSettings single(MachineConfigDocuments documents) {
        YamlMapReader machine = documents.main().at("machine");
        YamlMapReader cluster = documents.main().at("cluster");
        boolean controlPlane = machine.text("type").equals("controlplane");
        Map<String, String> labels = new LinkedHashMap<>();
        Map<String, String> taints = new LinkedHashMap<>();
        if (controlPlane) {
            labels.put(ROLE, "");
            if (!cluster.text("allowSchedulingOnControlPlanes").equals("true")) {
                taints.put(ROLE, "NoSchedule");
            }
        }
        labels.putAll(machine.texts("nodeLabels"));
        taints.putAll(machine.texts("nodeTaints"));
        YamlMapReader endpoint = cluster.at("controlPlane");
        return new MachineKubernetesSettings(
                controlPlane,
                machine.text("token"),
                cluster.text("clusterName"),
                URI.create(endpoint.text("endpoint")),
                port(endpoint.text("localAPIServerPort")),
                cluster.at("ca").decoded("crt"),
                filled(cluster.at("ca").decoded("key")),
                concat(machine.list("certSANs"), cluster.at("apiServer").list("certSANs")),
                labels,
                machine.texts("nodeAnnotations"),
                taints,
                version(machine.at("kubelet").text("image")),
                sharedAddress(documents, machine),
                !List.of("none", "custom")
                        .contains(cluster.at("network").at("cni").text("name")));
    }

    private static MachineKubernetesSettings many(MachineConfigDocuments documents) {
        YamlMapReader machine = documents.main().at("machine");
        YamlMapReader cluster = documents.kind("KubeClusterConfig").orElseThrow();
        YamlMapReader node = documents.kind("KubeNodeConfig").orElse(YamlMapReader.EMPTY);
        YamlMapReader apiServer = documents.kind("KubeAPIServerConfig").orElse(YamlMapReader.EMPTY);
        YamlMapReader issuing = documents
                .kind("KubeAPIServerCAConfig")
                .orElse(YamlMapReader.EMPTY)
                .at("issuingCA");
        return new MachineKubernetesSettings(
                machine.text("type").equals("controlplane"),
                machine.text("token"),
                cluster.text("clusterName"),
                URI.create(cluster.text("endpoint")),
                port(apiServer.text("apiPort")),
                issuing.text("cert"),
                filled(issuing.text("key")),
                concat(machine.list("certSANs"), apiServer.list("certExtraSANs")),
                node.texts("labels"),
                node.texts("annotations"),
                node.texts("taints"),
                version(documents
                        .kind("KubeletConfig")
                        .orElse(YamlMapReader.EMPTY)
                        .text("image")),
                sharedAddress(documents, machine),
                documents.kind("KubeFlannelCNIConfig").isPresent());
    }

    private static Optional<String> sharedAddress(MachineConfigDocuments documents, YamlMapReader machine) {
        return documents
                .kind("Layer2VIPConfig")
                .map(document -> document.text("name"))
                .or(() -> machine.at("network").trees("interfaces").stream()
                        .map(one -> one.at("vip").text("ip"))
                        .filter(address -> !address.isEmpty())
                        .findFirst());
    }

    private static int port(String text) {
        return text.isEmpty() ? LoopbackNetwork.KUBERNETES_PORT : Integer.parseInt(text);
    }

    private static String version(String image) {
        String tag = image.substring(image.lastIndexOf(':') + 1);
        int digest = tag.indexOf('@');
        return digest < 0 ? tag : tag.substring(0, digest);
    }

    private static Optional<String> filled(String text) {
        return Optional.of(text).filter(some -> !some.isEmpty());
    }

    private static List<String> concat(List<String> some, List<String> others) {
        return Stream.concat(some.stream(), others.stream()).distinct().toList();
    }

    /** Omits secrets. */
    @Override
    public String toString() {
        return "MachineFacts[" + (controlPlane ? "controlplane" : "worker") + " of " + cluster + "]";
    }
}
