package dev.butlerlabs.core.server.view;

import dev.butlerlabs.core.server.json.InlineFields;
import dev.butlerlabs.core.server.json.JsonField;
import java.time.Instant;
import java.util.Optional;

/**
 * A tenant cluster in a list.
 *
 * @param problem why it is not healthy, in one line
 */
public record ClusterRow(
        String namespace,
        String name,
        String uid,
        String resourceVersion,
        String phase,
        String provider,
        Optional<String> team,
        String kubernetesVersion,
        Optional<String> runningVersion,
        WorkerCount workers,
        ControlPlaneState controlPlane,
        Optional<String> endpoint,
        boolean paused,
        Instant createdAt,
        Optional<Instant> deletingSince,

        @JsonField(description = "Why the cluster is not healthy, in one line.")
        Optional<String> problem,

        Optional<AddonCount> addons)
        implements InlineFields {
    /** The workers of a tenant cluster. */
    public record WorkerCount(int ready, int desired) {}

    /** The control plane of a tenant cluster. */
    public record ControlPlaneState(boolean ready, int replicas) {}

    /** The addons of a tenant cluster. */
    public record AddonCount(int ready, int total) {}
}
