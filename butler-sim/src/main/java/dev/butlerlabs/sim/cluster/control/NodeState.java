package dev.butlerlabs.sim.cluster.control;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** State of a node and the fields of its Ready condition. */
enum NodeState {
    READY("True", "KubeletReady", "kubelet is posting ready status", ""),
    WITHOUT_NETWORK(
            "False",
            "KubeletNotReady",
            "container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized",
            "node.kubernetes.io/not-ready"),
    SILENT("Unknown", "NodeStatusUnknown", "Kubelet stopped posting node status.", "node.kubernetes.io/unreachable");

    private final String status;
    private final String reason;
    private final String message;
    private final String taint;

    NodeState(String status, String reason, String message, String taint) {
        this.status = status;
        this.reason = reason;
        this.message = message;
        this.taint = taint;
    }

    String status() {
        return status;
    }

    String reason() {
        return reason;
    }

    String message() {
        return message;
    }

    /** Returns the taint keys for this state. */
    List<String> taints() {
        return taint.isEmpty() ? List.of() : List.of(taint);
    }

    /** Returns the state that a node reports; empty if it is unknown. */
    static Optional<NodeState> of(Node node) {
        if (node.getStatus() == null) {
            return Optional.empty();
        }
        Optional<String> said = node.getStatus().getConditions().stream()
                .filter(condition -> condition.getType().equals("Ready"))
                .map(NodeCondition::getStatus)
                .findFirst();
        return List.of(values()).stream()
                .filter(state -> said.filter(status -> Objects.equals(status, state.status))
                        .isPresent())
                .findFirst();
    }

    /** Returns the state of a node whose machine is running. */
    static NodeState ofRunning(ClusterView view, ClusterMember member) {
        boolean network = member.ownNetwork()
                || view.pods().stream()
                        .filter(pod -> member.name().equals(pod.getSpec().getNodeName()))
                        .anyMatch(NodeState::isNetworkPlugin);
        return network ? READY : WITHOUT_NETWORK;
    }

    /** Returns whether the pod is a ready CNI plugin agent, which installs the CNI configuration on its node. */
    private static boolean isNetworkPlugin(Pod pod) {
        return pod.getMetadata().getNamespace().equals("kube-system")
                && pod.getMetadata().getLabels() != null
                && "cilium".equals(pod.getMetadata().getLabels().get("k8s-app"))
                && OwnerReferenceFactory.controller(pod)
                        .filter(owner -> owner.getKind().equals("DaemonSet"))
                        .isPresent()
                && PodFactory.isReady(pod);
    }
}
