package dev.butlerlabs.core.tenant.change;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.ManagementPolicy;
import dev.butlerlabs.core.api.TenantClusterSpec.ManagementPolicy.Mode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A paused cluster is one its controller only looks at. What it did before is remembered on the cluster. */
public final class Pausing {
    private Pausing() {}

    /** The change that pauses; empty when it is paused already. */
    public static Optional<Map<String, Object>> pause(TenantCluster cluster) {
        return TenantFacts.isPaused(cluster)
                ? Optional.empty()
                : Optional.of(patch(Mode.OBSERVE, TenantFacts.word(mode(cluster))));
    }

    /** The change that lets the controller act as before; empty when it is not paused. */
    public static Optional<Map<String, Object>> resume(TenantCluster cluster) {
        return TenantFacts.isPaused(cluster) ? Optional.of(patch(before(cluster), null)) : Optional.empty();
    }

    private static Mode mode(TenantCluster cluster) {
        return Optional.ofNullable(cluster.getSpec().managementPolicy())
                .map(ManagementPolicy::mode)
                .orElse(Mode.ACTIVE);
    }

    private static Mode before(TenantCluster cluster) {
        String word = Optional.ofNullable(cluster.getMetadata().getAnnotations())
                .map(annotations -> annotations.get(Annotations.MODE_BEFORE_PAUSE))
                .orElse("");
        return word.equals(TenantFacts.word(Mode.GIT_OPS)) ? Mode.GIT_OPS : Mode.ACTIVE;
    }

    /** A value of null takes the annotation away. */
    private static Map<String, Object> patch(Mode mode, String remembered) {
        Map<String, Object> annotations = new HashMap<>();
        annotations.put(Annotations.MODE_BEFORE_PAUSE, remembered);
        return Map.of(
                "metadata", Map.of("annotations", annotations),
                "spec", Map.of("managementPolicy", Map.of("mode", TenantFacts.word(mode))));
    }
}
