package dev.butlerlabs.sim.cluster.control;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Gives every pod a node: of those that fit, the one with the fewest of its kind, then with the fewest at all. */
final class Scheduler implements Controller {
    @Override
    public void look(World world) {
        List<Pod> waiting = world.pods().stream()
                .filter(pod -> pod.getSpec().getNodeName() == null && !Pods.hasEnded(pod))
                .toList();
        if (waiting.isEmpty()) {
            return;
        }
        Load load = new Load(world.pods());
        for (Pod pod : waiting) {
            Placement placement = Placement.of(pod.getSpec());
            Optional<String> chosen = world.nodes().stream()
                    .filter(placement::fits)
                    .map(node -> node.getMetadata().getName())
                    .min(Comparator.comparing((String name) -> load.ofSiblings(pod, name))
                            .thenComparing(load::of));
            if (chosen.isPresent()) {
                load.add(pod, chosen.get());
                bind(world, pod, chosen.get());
            } else {
                tell(world, pod, placement);
            }
        }
    }

    /** How many pods there are on each node, in all and of one owner. */
    private static final class Load {
        private final Map<String, Integer> counts = new HashMap<>();

        private Load(List<Pod> pods) {
            pods.stream()
                    .filter(pod -> pod.getSpec().getNodeName() != null && !Pods.hasEnded(pod))
                    .forEach(pod -> add(pod, pod.getSpec().getNodeName()));
        }

        private void add(Pod pod, String node) {
            counts.merge(node, 1, Integer::sum);
            counts.merge(siblings(pod, node), 1, Integer::sum);
        }

        private int of(String node) {
            return counts.getOrDefault(node, 0);
        }

        private int ofSiblings(Pod pod, String node) {
            return counts.getOrDefault(siblings(pod, node), 0);
        }

        private static String siblings(Pod pod, String node) {
            return node + " "
                    + Owners.controller(pod).map(OwnerReference::getUid).orElse("");
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
