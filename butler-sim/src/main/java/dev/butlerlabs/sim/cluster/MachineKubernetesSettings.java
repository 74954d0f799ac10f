package dev.butlerlabs.sim.cluster;

import dev.butlerlabs.core.tree.UntypedTree;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
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
        UntypedTree machine = documents.main().at("machine");
        UntypedTree cluster = documents.main().at("cluster");
        boolean controlPlane = machine.anyText("type").equals("controlplane");
        Map<String, String> labels = new LinkedHashMap<>();
        Map<String, String> taints = new LinkedHashMap<>();
        if (controlPlane) {
            labels.put(ROLE, "");
            if (!cluster.anyText("allowSchedulingOnControlPlanes").equals("true")) {
                taints.put(ROLE, "NoSchedule");
            }
        }
        labels.putAll(texts(machine.map("nodeLabels")));
        taints.putAll(texts(machine.map("nodeTaints")));
        UntypedTree endpoint = cluster.at("controlPlane");
        return new MachineKubernetesSettings(
                controlPlane,
                machine.anyText("token"),
                cluster.anyText("clusterName"),
                URI.create(endpoint.anyText("endpoint")),
                port(endpoint.anyText("localAPIServerPort")),
                decoded(cluster, "ca.crt"),
                filled(decoded(cluster, "ca.key")),
                concat(texts(machine.items("certSANs")), texts(cluster.items("apiServer.certSANs"))),
                labels,
                texts(machine.map("nodeAnnotations")),
                taints,
                version(machine.anyText("kubelet.image")),
                sharedAddress(documents, machine),
                !List.of("none", "custom").contains(cluster.anyText("network.cni.name")));
    }

    private static MachineKubernetesSettings many(MachineConfigDocuments documents) {
        UntypedTree machine = documents.main().at("machine");
        UntypedTree cluster = documents.kind("KubeClusterConfig").orElseThrow();
        UntypedTree node = documents.kind("KubeNodeConfig").orElse(UntypedTree.EMPTY);
        UntypedTree apiServer = documents.kind("KubeAPIServerConfig").orElse(UntypedTree.EMPTY);
        UntypedTree issuing = documents
                .kind("KubeAPIServerCAConfig")
                .orElse(UntypedTree.EMPTY)
                .at("issuingCA");
        return new MachineKubernetesSettings(
                machine.anyText("type").equals("controlplane"),
                machine.anyText("token"),
                cluster.anyText("clusterName"),
                URI.create(cluster.anyText("endpoint")),
                port(apiServer.anyText("apiPort")),
                issuing.anyText("cert"),
                filled(issuing.anyText("key")),
                concat(texts(machine.items("certSANs")), texts(apiServer.items("certExtraSANs"))),
                texts(node.map("labels")),
                texts(node.map("annotations")),
                texts(node.map("taints")),
                version(documents
                        .kind("KubeletConfig")
                        .orElse(UntypedTree.EMPTY)
                        .anyText("image")),
                sharedAddress(documents, machine),
                documents.kind("KubeFlannelCNIConfig").isPresent());
    }

    private static Optional<String> sharedAddress(MachineConfigDocuments documents, UntypedTree machine) {
        return documents
                .kind("Layer2VIPConfig")
                .map(document -> document.anyText("name"))
                .or(() -> machine.items("network.interfaces").stream()
                        .map(one -> one.anyText("vip.ip"))
                        .filter(address -> !address.isEmpty())
                        .findFirst());
    }

    private static String decoded(UntypedTree tree, String path) {
        return new String(Base64.getDecoder().decode(tree.anyText(path)), StandardCharsets.US_ASCII);
    }

    private static List<String> texts(List<UntypedTree> items) {
        return items.stream().map(UntypedTree::anyText).toList();
    }

    private static Map<String, String> texts(Map<String, Object> map) {
        Map<String, String> texts = new LinkedHashMap<>();
        map.forEach((key, value) -> texts.put(key, UntypedTree.of(value).anyText()));
        return texts;
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
