package dev.butlerlabs.core.tenant.change;

import dev.butlerlabs.core.api.Annotations;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The hibernation of a tenant cluster, requested with an annotation of its TenantCluster. The spec keeps the numbers of workers and
 * replicas, so that they return unchanged. Pure functions.
 */
public final class HibernationAnnotation {
    private HibernationAnnotation() {}

    /** Returns whether hibernation of the cluster is requested. */
    public static boolean isRequested(HasMetadata cluster) {
        return since(cluster).isPresent();
    }

    /** Returns the time of the request as it was written; empty if the cluster is awake. */
    public static Optional<String> since(HasMetadata cluster) {
        return Optional.ofNullable(cluster.getMetadata().getAnnotations())
                .map(annotations -> annotations.get(Annotations.HIBERNATED))
                .filter(time -> !time.isBlank());
    }

    /** Returns the patch that requests hibernation. */
    public static Map<String, Object> hibernate(Instant now) {
        return patch(now.truncatedTo(ChronoUnit.SECONDS).toString());
    }

    /** Returns the patch that ends hibernation. */
    public static Map<String, Object> wake() {
        return patch(null);
    }

    /** A null value removes the annotation. */
    private static Map<String, Object> patch(String time) {
        Map<String, Object> annotations = new HashMap<>();
        annotations.put(Annotations.HIBERNATED, time);
        return Map.of("metadata", Map.of("annotations", annotations));
    }
}
