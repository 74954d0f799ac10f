package dev.butlerlabs.core.status;

import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.upgrade.ClusterVersionReader;
import dev.butlerlabs.core.version.ReleaseVersion;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.NodeSystemInfo;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the nodes of a cluster. */
public final class KubernetesNodeReader {
    private static final String CONTROL_PLANE = "node-role.kubernetes.io/control-plane";
    private static final String READY = "Ready";
    private static final String TRUE = "True";

    private final KubernetesClient client;

    public KubernetesNodeReader(KubernetesClient client) {
        this.client = client;
    }

    /** Returns the nodes by name. */
    public List<NodeObservation> read() {
        return KubeErrorMapper.translating(
                        "listing the nodes", () -> client.nodes().list().getItems())
                .stream()
                .map(KubernetesNodeReader::of)
                .sorted(Comparator.comparing(NodeObservation::name))
                .toList();
    }

    /** Converts a node that was read. */
    public static NodeObservation of(Node node) {
        Optional<NodeSystemInfo> info = status(node).map(NodeStatus::getNodeInfo);
        return new NodeObservation(
                node.getMetadata().getName(),
                Optional.ofNullable(node.getMetadata().getLabels())
                        .orElse(Map.of())
                        .containsKey(CONTROL_PLANE),
                address(node),
                notReady(node),
                node.getSpec() != null && Boolean.TRUE.equals(node.getSpec().getUnschedulable()),
                pressures(node),
                info.map(NodeSystemInfo::getOsImage).flatMap(ClusterVersionReader::talosVersion),
                info.map(NodeSystemInfo::getKubeletVersion).flatMap(ReleaseVersion::find));
    }

    private static Optional<NodeStatus> status(Node node) {
        return Optional.ofNullable(node.getStatus());
    }

    private static Optional<String> address(Node node) {
        return status(node).map(NodeStatus::getAddresses).stream()
                .flatMap(List::stream)
                .filter(address -> "InternalIP".equals(address.getType()))
                .map(NodeAddress::getAddress)
                .findFirst();
    }

    private static Stream<NodeCondition> conditions(Node node) {
        return status(node).map(NodeStatus::getConditions).stream().flatMap(List::stream);
    }

    private static Optional<String> notReady(Node node) {
        Optional<NodeCondition> ready = conditions(node)
                .filter(condition -> READY.equals(condition.getType()))
                .findFirst();
        if (ready.isEmpty()) {
            return Optional.of("the kubelet has not reported a status yet");
        }
        return ready.filter(condition -> !TRUE.equals(condition.getStatus())).map(KubernetesNodeReader::reason);
    }

    private static String reason(NodeCondition condition) {
        return Stream.of(condition.getMessage(), condition.getReason())
                .filter(text -> text != null && !text.isBlank())
                .findFirst()
                .map(text -> text.strip().replaceFirst("\\.$", ""))
                .orElse("no reason reported");
    }

    private static List<String> pressures(Node node) {
        return conditions(node)
                .filter(condition -> !READY.equals(condition.getType()) && TRUE.equals(condition.getStatus()))
                .map(condition -> condition.getType() + ": " + reason(condition))
                .sorted()
                .toList();
    }
}
