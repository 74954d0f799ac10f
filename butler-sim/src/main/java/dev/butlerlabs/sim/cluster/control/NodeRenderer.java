package dev.butlerlabs.sim.cluster.control;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.NodeStatusBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.TaintBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Builds Nodes as kubelets on Talos report them. */
final class NodeRenderer {
    private static final Map<String, Quantity> ROOM = Map.of(
            "cpu", new Quantity("4"),
            "memory", new Quantity("8Gi"),
            "ephemeral-storage", new Quantity("50Gi"),
            "pods", new Quantity("110"));
    private static final Map<String, String> PRESSURES = Map.of(
            "MemoryPressure", "KubeletHasSufficientMemory",
            "DiskPressure", "KubeletHasNoDiskPressure",
            "PIDPressure", "KubeletHasSufficientPID");

    private NodeRenderer() {}

    static Node fresh(ClusterMember member, NodeState state) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName(member.name())
                .withLabels(labels(member))
                .withAnnotations(member.annotations())
                .endMetadata()
                .withNewSpec()
                .withTaints(Stream.concat(
                                member.taints().entrySet().stream()
                                        .sorted(Map.Entry.comparingByKey())
                                        .map(entry -> taint(entry.getKey(), entry.getValue())),
                                taints(state).stream())
                        .toList())
                .endSpec()
                .withStatus(status(new Node(), Optional.of(member), state))
                .build();
    }

    static Map<String, String> labels(ClusterMember member) {
        Map<String, String> labels = new HashMap<>(member.labels());
        labels.put("kubernetes.io/hostname", member.name());
        labels.put("kubernetes.io/os", "linux");
        labels.put("kubernetes.io/arch", "amd64");
        return labels;
    }

    private static Taint taint(String key, String valueAndEffect) {
        int colon = valueAndEffect.lastIndexOf(':');
        return new TaintBuilder()
                .withKey(key)
                .withValue(colon < 0 ? null : valueAndEffect.substring(0, colon))
                .withEffect(valueAndEffect.substring(colon + 1))
                .build();
    }

    static List<Taint> taints(NodeState state) {
        return state.taints().stream()
                .flatMap(key -> Stream.of(taint(key, "NoSchedule"), taint(key, "NoExecute")))
                .toList();
    }

    static boolean tellsState(Taint taint) {
        return Arrays.stream(NodeState.values())
                .anyMatch(state -> state.taints().contains(taint.getKey()));
    }

    /** Returns whether the node's information about its machine is current. */
    static boolean describes(Node node, ClusterMember member) {
        return node.getStatus().getNodeInfo() != null
                && member.kubelet().equals(node.getStatus().getNodeInfo().getKubeletVersion())
                && system(member).equals(node.getStatus().getNodeInfo().getOsImage())
                && node.getStatus().getAddresses().stream()
                        .anyMatch(address -> address.getAddress().equals(member.address()));
    }

    /** Returns the status of a node; without a running kubelet, the last reported one. */
    static NodeStatus status(Node node, Optional<ClusterMember> running, NodeState state) {
        NodeStatusBuilder status =
                new NodeStatusBuilder(Optional.ofNullable(node.getStatus()).orElseGet(NodeStatus::new));
        running.ifPresent(member -> describe(status, member));
        return status.withConditions(conditions(node, state)).build();
    }

    private static void describe(NodeStatusBuilder status, ClusterMember member) {
        status.withCapacity(ROOM)
                .withAllocatable(ROOM)
                .withAddresses()
                .addNewAddress()
                .withType("InternalIP")
                .withAddress(member.address())
                .endAddress()
                .addNewAddress()
                .withType("Hostname")
                .withAddress(member.name())
                .endAddress()
                .withNewNodeInfo()
                .withArchitecture("amd64")
                .withBootID(member.name())
                .withContainerRuntimeVersion("containerd://2.1.5")
                .withKernelVersion("6.12.57-talos")
                .withKubeProxyVersion("")
                .withKubeletVersion(member.kubelet())
                .withMachineID(member.name())
                .withOperatingSystem("linux")
                .withOsImage(system(member))
                .withSystemUUID(member.name())
                .endNodeInfo();
    }

    private static String system(ClusterMember member) {
        return "Talos (" + member.talos() + ")";
    }

    private static List<NodeCondition> conditions(Node node, NodeState state) {
        List<NodeCondition> conditions = new ArrayList<>();
        boolean silent = state == NodeState.SILENT;
        PRESSURES.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(pressure -> conditions.add(condition(
                        node,
                        pressure.getKey(),
                        silent ? state.status() : "False",
                        silent ? state.reason() : pressure.getValue(),
                        silent ? state.message() : "kubelet has sufficient resources available")));
        conditions.add(condition(node, "Ready", state.status(), state.reason(), state.message()));
        return conditions;
    }

    private static NodeCondition condition(Node node, String type, String status, String reason, String message) {
        String since = Optional.ofNullable(node.getStatus()).stream()
                .flatMap(old -> old.getConditions().stream())
                .filter(old -> old.getType().equals(type) && old.getStatus().equals(status))
                .map(NodeCondition::getLastTransitionTime)
                .findFirst()
                .orElseGet(ClusterView::now);
        return new NodeConditionBuilder()
                .withType(type)
                .withStatus(status)
                .withReason(reason)
                .withMessage(message)
                .withLastTransitionTime(since)
                .withLastHeartbeatTime(ClusterView.now())
                .build();
    }
}
