package dev.butlerlabs.core.helm;

import dev.butlerlabs.core.api.SensitiveText;
import java.util.Objects;
import java.util.Optional;

/**
 * How the source of a chart is entered.
 *
 * @param authority PEM certificates that the server's certificate may be signed by, beside those of the image
 * @param isPlain whether a registry is spoken to without TLS; for mirrors within a cluster
 */
public record ChartAccess(Optional<String> authority, Optional<Login> login, boolean isPlain) {
    /** As anybody. */
    public static final ChartAccess OPEN = new ChartAccess(Optional.empty(), Optional.empty(), false);

    public ChartAccess {
        Objects.requireNonNull(authority, "authority");
        Objects.requireNonNull(login, "login");
    }

    /** Somebody in particular. */
    public record Login(String user, SensitiveText password) {
        public Login {
            Objects.requireNonNull(user, "user");
            Objects.requireNonNull(password, "password");
        }
    }
}
