package dev.butlerlabs.sim.cluster.control;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Cordons and drains the nodes of machines that Talos upgrades, shuts down or resets, and uncordons them after the next boot. Nodes
 * that a user has cordoned stay so. PodDisruptionBudgets are not considered.
 */
final class DrainController implements SimulatedController {
    private static final String CORDONED = "talos.dev/cordoned";

    @Override
    public void reconcile(ClusterView view) {
        for (ClusterMember member : view.members()) {
            Optional<Node> node = view.node(member.name());
            if (node.isEmpty()) {
                continue;
            }
            if (member.draining()) {
                cordon(view, node.get());
                drain(view, member);
            } else if (member.up()) {
                uncordon(view, node.get());
            }
        }
    }

    private static void cordon(ClusterView view, Node node) {
        if (!Boolean.TRUE.equals(node.getSpec().getUnschedulable())) {
            Map<String, String> annotations = annotations(node);
            annotations.put(CORDONED, "true");
            view.writes().replace(changed(node, annotations, true));
        }
    }

    private static void uncordon(ClusterView view, Node node) {
        Map<String, String> annotations = annotations(node);
        if (annotations.remove(CORDONED) != null) {
            view.writes().replace(changed(node, annotations, false));
        }
    }

    private static Node changed(Node node, Map<String, String> annotations, boolean unschedulable) {
        return new NodeBuilder(node)
                .editMetadata()
                .withAnnotations(annotations)
                .endMetadata()
                .editSpec()
                .withUnschedulable(unschedulable ? true : null)
                .endSpec()
                .build();
    }

    private static Map<String, String> annotations(Node node) {
        return new HashMap<>(
                Optional.ofNullable(node.getMetadata().getAnnotations()).orElse(Map.of()));
    }

    private static void drain(ClusterView view, ClusterMember member) {
        view.pods().stream()
                .filter(pod -> member.name().equals(pod.getSpec().getNodeName()))
                .filter(DrainController::isEvicted)
                .forEach(pod -> view.writes().delete(pod));
    }

    private static boolean isEvicted(Pod pod) {
        boolean mirror = Optional.ofNullable(pod.getMetadata().getAnnotations())
                .orElse(Map.of())
                .containsKey("kubernetes.io/config.mirror");
        boolean daemon = OwnerReferenceFactory.controller(pod)
                .filter(owner -> owner.getKind().equals("DaemonSet"))
                .isPresent();
        return !mirror
                && !daemon
                && !PodFactory.hasEnded(pod)
                && pod.getMetadata().getDeletionTimestamp() == null;
    }
}
