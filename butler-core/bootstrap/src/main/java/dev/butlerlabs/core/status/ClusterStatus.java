package dev.butlerlabs.core.status;

import dev.butlerlabs.core.error.ErrorKind;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The status of a management cluster. Immutable.
 *
 * @param problems most severe first
 * @param nodes by name
 */
public record ClusterStatus(
        ClusterObservation observation, ClusterHealth health, List<StatusProblem> problems, List<NodeSummary> nodes) {
    public ClusterStatus {
        Objects.requireNonNull(observation, "observation");
        Objects.requireNonNull(health, "health");
        problems = List.copyOf(problems);
        nodes = List.copyOf(nodes);
    }

    /** Returns the category of the exit code; empty if the cluster is healthy. */
    public Optional<ErrorKind> outcome() {
        return switch (health) {
            case HEALTHY -> Optional.empty();
            case DEGRADED -> Optional.of(ErrorKind.DEGRADED);
            case UNREACHABLE -> Optional.of(isDenied() ? ErrorKind.DENIED : ErrorKind.UNREACHABLE);
        };
    }

    private boolean isDenied() {
        return observation.nodes() instanceof SourceResult.Unknown<?> unknown
                && unknown.code().kind() == ErrorKind.DENIED;
    }
}
