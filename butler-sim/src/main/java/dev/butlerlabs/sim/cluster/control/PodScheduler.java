package dev.butlerlabs.sim.cluster.control;

import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Assigns pods to nodes: of the suitable nodes, the one with the fewest pods of the same owner, then the fewest pods
 * overall.
 */
final class PodScheduler implements SimulatedController {
    private final FaultPlan faults;
    private final NodePodCounts seats = new NodePodCounts();

    PodScheduler(FaultPlan faults) {
        this.faults = faults;
    }

    @Override
    public void reconcile(ClusterView view) {
        List<Pod> waiting = view.pods().stream()
                .filter(pod -> pod.getSpec().getNodeName() == null && !PodFactory.hasEnded(pod))
                .toList();
        if (waiting.isEmpty()) {
            return;
        }
        seats.count(view.pods());
        for (Pod pod : waiting) {
            PodPlacement placement = PodPlacement.of(pod.getSpec());
            String full = "0/%1$d nodes are available: %1$d Insufficient memory."
                    .formatted(view.nodes().size());
            if (isRefused(view, pod, full)) {
                tell(view, pod, full);
                continue;
            }
            List<String> fitting = view.nodes().stream()
                    .filter(placement::fits)
                    .map(node -> node.getMetadata().getName())
                    .toList();
            Optional<String> chosen = seats.choose(pod, fitting);
            if (chosen.isPresent()) {
                bind(view, pod, chosen.get());
            } else {
                tell(view, pod, why(view.nodes(), placement));
            }
        }
    }

    private static void bind(ClusterView view, Pod pod, String node) {
        view.writes()
                .replace(new PodBuilder(pod)
                        .editSpec()
                        .withNodeName(node)
                        .endSpec()
                        .build());
    }

    /** Returns whether an injected fault prevents scheduling; retried after a delay. */
    private boolean isRefused(ClusterView view, Pod pod, String full) {
        String key = "room for " + pod.getMetadata().getUid();
        if (PodStatusRenderer.says(pod, full) && !view.lasted(key, view.delays().retry())) {
            return true;
        }
        view.forget(key);
        boolean isFull = faults.next(FaultKind.Stage.PLACEMENT, SimulatedOperation.BOOT, Kubelet.workload(pod))
                .isPresent();
        if (isFull) {
            view.checkAgainIn(view.delays().retry());
        }
        return isFull;
    }

    private static void tell(ClusterView view, Pod pod, String why) {
        if (!PodStatusRenderer.says(pod, why)) {
            view.writes().status(PodStatusRenderer.unschedulable(pod, why));
        }
    }

    private static String why(List<Node> nodes, PodPlacement placement) {
        Map<String, Long> obstacles = nodes.stream()
                .flatMap(node -> placement.obstacle(node).stream())
                .collect(Collectors.groupingBy(obstacle -> obstacle, TreeMap::new, Collectors.counting()));
        String list = obstacles.entrySet().stream()
                .map(entry -> entry.getValue() + " node(s) " + entry.getKey())
                .collect(Collectors.joining(", "));
        return nodes.isEmpty()
                ? "no nodes available to schedule pods"
                : "0/%d nodes are available: %s.".formatted(nodes.size(), list);
    }
}
