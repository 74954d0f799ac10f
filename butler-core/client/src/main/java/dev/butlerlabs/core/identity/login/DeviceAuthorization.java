package dev.butlerlabs.core.identity.login;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * The start of a device login (RFC 8628).
 *
 * @param deviceCode the code that is exchanged for tokens, a credential: {@link #toString} does not contain it
 * @param userCode the code that the user enters
 * @param verification the page on which the user enters it
 * @param completeVerification the page with the code filled in
 * @param interval the least time between two requests
 */
public record DeviceAuthorization(
        String deviceCode,
        String userCode,
        String verification,
        Optional<String> completeVerification,
        Duration lifetime,
        Duration interval) {
    public DeviceAuthorization {
        Objects.requireNonNull(deviceCode, "deviceCode");
        Objects.requireNonNull(userCode, "userCode");
        Objects.requireNonNull(verification, "verification");
        Objects.requireNonNull(completeVerification, "completeVerification");
        Objects.requireNonNull(lifetime, "lifetime");
        Objects.requireNonNull(interval, "interval");
    }

    @Override
    public String toString() {
        return "DeviceAuthorization[verification=%s, lifetime=%s]".formatted(verification, lifetime);
    }
}
