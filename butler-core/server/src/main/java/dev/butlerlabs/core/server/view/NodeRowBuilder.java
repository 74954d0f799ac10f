package dev.butlerlabs.core.server.view;

import dev.butlerlabs.core.server.view.PlatformViews.NodeRow;
import dev.butlerlabs.core.server.view.PlatformViews.PodRow;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeSystemInfo;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads rows of nodes and pods. Pure functions. */
public final class NodeRowBuilder {
    private static final String ROLE = "node-role.kubernetes.io/";

    private NodeRowBuilder() {}

    /** Returns the row of a node. */
    public static NodeRow node(Node node) {
        List<NodeCondition> conditions = Optional.ofNullable(node.getStatus())
                .map(status -> status.getConditions())
                .orElse(List.of());
        Optional<NodeSystemInfo> info = Optional.ofNullable(node.getStatus()).map(status -> status.getNodeInfo());
        return new NodeRow(
                node.getMetadata().getName(),
                conditions.stream().anyMatch(one -> "Ready".equals(one.getType()) && "True".equals(one.getStatus())),
                roles(node),
                info.map(NodeSystemInfo::getKubeletVersion).orElse(""),
                address(node),
                info.map(NodeSystemInfo::getOsImage).orElse(""),
                ObjectFields.of(node).createdAt(),
                conditions.stream()
                        .filter(NodeRowBuilder::isProblem)
                        .map(one -> one.getType() + ": "
                                + Optional.ofNullable(one.getMessage()).orElse(""))
                        .toList());
    }

    private static boolean isProblem(NodeCondition condition) {
        boolean ready = "Ready".equals(condition.getType());
        return ready != "True".equals(condition.getStatus()) && !(!ready && "Unknown".equals(condition.getStatus()));
    }

    private static List<String> roles(Node node) {
        return Optional.ofNullable(node.getMetadata().getLabels()).orElse(Map.of()).keySet().stream()
                .filter(label -> label.startsWith(ROLE))
                .map(label -> label.substring(ROLE.length()))
                .sorted()
                .toList();
    }

    private static String address(Node node) {
        return Optional.ofNullable(node.getStatus()).map(status -> status.getAddresses()).orElse(List.of()).stream()
                .filter(address -> "InternalIP".equals(address.getType()))
                .map(NodeAddress::getAddress)
                .findFirst()
                .orElse("");
    }

    /** Returns the row of a pod. */
    public static PodRow pod(Pod pod) {
        List<ContainerStatus> containers = Optional.ofNullable(pod.getStatus())
                .map(status -> status.getContainerStatuses())
                .orElse(List.of());
        long ready = containers.stream()
                .filter(container -> Boolean.TRUE.equals(container.getReady()))
                .count();
        int total = Optional.ofNullable(pod.getSpec())
                .map(spec -> spec.getContainers().size())
                .orElse(containers.size());
        return new PodRow(
                pod.getMetadata().getName(),
                Optional.ofNullable(pod.getStatus())
                        .map(status -> status.getPhase())
                        .orElse("Unknown"),
                ready + "/" + total,
                containers.stream()
                        .mapToInt(container ->
                                Optional.ofNullable(container.getRestartCount()).orElse(0))
                        .sum(),
                Optional.ofNullable(pod.getSpec())
                        .map(spec -> spec.getNodeName())
                        .orElse(""),
                ObjectFields.of(pod).createdAt(),
                containers.stream()
                        .flatMap(container -> Optional.ofNullable(container.getState())
                                .map(state -> state.getWaiting())
                                .map(waiting -> waiting.getReason())
                                .stream())
                        .findFirst());
    }
}
