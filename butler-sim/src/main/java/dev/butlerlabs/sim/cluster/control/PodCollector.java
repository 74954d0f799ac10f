package dev.butlerlabs.sim.cluster.control;

import java.util.Set;
import java.util.stream.Collectors;

/** Deletes pods whose node no longer exists. */
final class PodCollector implements SimulatedController {
    @Override
    public void reconcile(ClusterView view) {
        Set<String> nodes =
                view.nodes().stream().map(node -> node.getMetadata().getName()).collect(Collectors.toSet());
        view.pods().stream()
                .filter(pod -> pod.getSpec().getNodeName() != null
                        && !nodes.contains(pod.getSpec().getNodeName()))
                .forEach(pod -> view.writes().delete(pod));
    }
}
