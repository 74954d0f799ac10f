package dev.butlerlabs.sim.cluster;

import dev.butlerlabs.core.testing.TestAwait;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Predicate;

/** Waits for states of a simulated cluster. */
public final class ClusterAwait {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private ClusterAwait() {}

    /**
     * Waits until a value is as wanted, and returns it. Errors of the API count as not yet.
     *
     * @param what the awaited state, for the message of a failure
     */
    public static <T> T until(String what, Callable<T> value, Predicate<T> wanted) {
        return TestAwait.upTo(LIMIT, what)
                .ignoreExceptionsInstanceOf(KubernetesClientException.class)
                .until(value, wanted);
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
