package dev.butlerlabs.sim.cluster.control;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Gives every pod a node: of those that fit, the one with the fewest pods. */
final class Scheduler implements Controller {
    @Override
    public void look(World world) {
        List<Pod> waiting = world.pods().stream()
                .filter(pod -> pod.getSpec().getNodeName() == null && !Pods.hasEnded(pod))
                .toList();
        if (waiting.isEmpty()) {
            return;
        }
        Map<String, Long> load = world.pods().stream()
                .filter(pod -> pod.getSpec().getNodeName() != null && !Pods.hasEnded(pod))
                .collect(Collectors.groupingBy(
                        pod -> pod.getSpec().getNodeName(), TreeMap::new, Collectors.counting()));
        for (Pod pod : waiting) {
            Placement placement = Placement.of(pod.getSpec());
            Optional<String> chosen = world.nodes().stream()
                    .filter(placement::fits)
                    .map(node -> node.getMetadata().getName())
                    .min(Comparator.comparing(name -> load.getOrDefault(name, 0L)));
            if (chosen.isPresent()) {
                load.merge(chosen.get(), 1L, Long::sum);
                bind(world, pod, chosen.get());
            } else {
                tell(world, pod, placement);
            }
        }
    }

    private static void bind(World world, Pod pod, String node) {
        world.writes()
                .replace(new PodBuilder(pod)
                        .editSpec()
                        .withNodeName(node)
                        .endSpec()
                        .build());
    }

    private static void tell(World world, Pod pod, Placement placement) {
        String why = why(world.nodes(), placement);
        if (!PodForm.says(pod, why)) {
            world.writes().status(PodForm.unschedulable(pod, why));
        }
    }

    private static String why(List<Node> nodes, Placement placement) {
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
