package dev.butlerlabs.core.boundary;

import java.util.Objects;

/**
 * Why something is not permitted. Immutable.
 *
 * @param reason the CamelCase reason of a condition
 * @param message what was rejected and how to permit it
 */
public record PolicyViolation(String reason, String message) {
    /** A reference crosses a namespace boundary without permission. */
    public static final String REFERENCE_NOT_PERMITTED = "ReferenceNotPermitted";

    /** A ProviderConfig outside the platform namespace uses a provider that is for platform operators only. */
    public static final String PROVIDER_NOT_PERMITTED = "ProviderNotPermitted";

    /** An object declares a team that its namespace does not belong to. */
    public static final String TEAM_MISMATCH = "TeamMismatch";

    public PolicyViolation {
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(message, "message");
    }
}
