package dev.butlerlabs.core.tenant.change;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.ManagementPolicy;
import dev.butlerlabs.core.api.TenantClusterSpec.ManagementPolicy.Mode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Creates the patches that pause and resume the reconciliation of a tenant cluster. The previous mode is stored in an annotation of the
 * cluster. Pure functions.
 */
public final class PauseAnnotation {
    private PauseAnnotation() {}

    /** Returns the patch that pauses a cluster; empty if it is already paused. */
    public static Optional<Map<String, Object>> pause(TenantCluster cluster) {
        return TenantSummary.isPaused(cluster)
                ? Optional.empty()
                : Optional.of(patch(Mode.OBSERVE, TenantSummary.word(mode(cluster))));
    }

    /** Returns the patch that restores the previous mode; empty if the cluster is not paused. */
    public static Optional<Map<String, Object>> resume(TenantCluster cluster) {
        return TenantSummary.isPaused(cluster) ? Optional.of(patch(before(cluster), null)) : Optional.empty();
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
        return word.equals(TenantSummary.word(Mode.GIT_OPS)) ? Mode.GIT_OPS : Mode.ACTIVE;
    }

    /** A null value removes the annotation. */
    private static Map<String, Object> patch(Mode mode, String remembered) {
        Map<String, Object> annotations = new HashMap<>();
        annotations.put(Annotations.MODE_BEFORE_PAUSE, remembered);
        return Map.of(
                "metadata", Map.of("annotations", annotations),
                "spec", Map.of("managementPolicy", Map.of("mode", TenantSummary.word(mode))));
    }
}
