package dev.butlerlabs.sim.cluster.control;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Counts the pods on each node, in total and per owner. Recounted in each round. */
final class NodePodCounts {
    /**
     * Nodes selected for pods that the cache still shows as unscheduled. Without them, these nodes would get too many
     * pods.
     */
    private final Map<String, String> chosen = new HashMap<>();

    private final Map<String, Integer> taken = new HashMap<>();

    void count(List<Pod> pods) {
        Set<String> waiting = pods.stream()
                .filter(pod -> pod.getSpec().getNodeName() == null)
                .map(NodePodCounts::uid)
                .collect(Collectors.toSet());
        chosen.keySet().retainAll(waiting);
        taken.clear();
        pods.stream()
                .filter(pod -> !PodFactory.hasEnded(pod))
                .forEach(pod -> Optional.ofNullable(pod.getSpec().getNodeName())
                        .or(() -> Optional.ofNullable(chosen.get(uid(pod))))
                        .ifPresent(node -> take(pod, node)));
    }

    /**
     * Returns the node selected earlier, or of the suitable nodes the one with the fewest pods of the same owner, then
     * overall.
     */
    Optional<String> choose(Pod pod, List<String> fitting) {
        Optional<String> before = Optional.ofNullable(chosen.get(uid(pod))).filter(fitting::contains);
        if (before.isPresent()) {
            return before;
        }
        Optional<String> now = fitting.stream()
                .min(Comparator.comparing((String node) -> taken.getOrDefault(siblings(pod, node), 0))
                        .thenComparing(node -> taken.getOrDefault(node, 0)));
        now.ifPresent(node -> {
            chosen.put(uid(pod), node);
            take(pod, node);
        });
        return now;
    }

    private void take(Pod pod, String node) {
        taken.merge(node, 1, Integer::sum);
        taken.merge(siblings(pod, node), 1, Integer::sum);
    }

    private static String siblings(Pod pod, String node) {
        return node + " "
                + OwnerReferenceFactory.controller(pod)
                        .map(OwnerReference::getUid)
                        .orElse("");
    }

    private static String uid(Pod pod) {
        return pod.getMetadata().getUid();
    }
}
