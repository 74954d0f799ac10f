package dev.butlerlabs.core.quota;

import dev.butlerlabs.core.boundary.AddonPolicy;
import java.util.Objects;

/**
 * Why a tenant cluster is not admitted. Immutable.
 *
 * @param path the field with the problem, such as {@code spec.workers.replicas}
 * @param reason the CamelCase reason of a condition
 * @param message what is wrong
 * @param fix what to do
 */
public record ClusterProblem(String path, String reason, String message, String fix) {
    /** A value is not in a list of the team. */
    public static final String NOT_ALLOWED = AddonPolicy.NOT_ALLOWED;

    /** A ClusterCreationPolicy does not permit a value. */
    public static final String POLICY_VIOLATED = "PolicyViolated";

    /** The environment is missing, unknown or must not change. */
    public static final String ENVIRONMENT_INVALID = "EnvironmentInvalid";

    /** The creator is missing, differs from the requester or must not change. */
    public static final String CREATOR_INVALID = "CreatorInvalid";

    public ClusterProblem {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(fix, "fix");
    }

    /** Returns text such as {@code spec.workers.replicas: 12 nodes exceed the limit of 10. Request fewer nodes.} */
    @Override
    public String toString() {
        return "%s: %s %s".formatted(path, message, fix).strip();
    }
}
