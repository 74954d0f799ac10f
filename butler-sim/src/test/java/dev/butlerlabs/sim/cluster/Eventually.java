package dev.butlerlabs.sim.cluster;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Looks until something is as expected, and fails with what was seen last. */
public final class Eventually {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private Eventually() {}

    public static <T> T see(Supplier<T> look, Predicate<T> good) throws InterruptedException {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        Object last = "nothing";
        while (System.nanoTime() < deadline) {
            try {
                T seen = look.get();
                if (good.test(seen)) {
                    return seen;
                }
                last = seen;
            } catch (KubernetesClientException e) {
                last = e;
            }
            Thread.sleep(20);
        }
        throw new AssertionError("not within " + LIMIT + "; last seen: " + last);
    }

    /** The Ready condition of every node. */
    static Map<String, String> nodes(KubernetesClient client) {
        Map<String, String> nodes = new TreeMap<>();
        for (Node node : client.nodes().list().getItems()) {
            nodes.put(
                    node.getMetadata().getName(),
                    node.getStatus().getConditions().stream()
                            .filter(condition -> condition.getType().equals("Ready"))
                            .map(NodeCondition::getStatus)
                            .findFirst()
                            .orElse(""));
        }
        return nodes;
    }
}
