package dev.butlerlabs.core.helm;

import dev.butlerlabs.core.api.SensitiveText;
import java.util.Objects;
import java.util.Optional;

/**
 * The access to the source of a chart. Immutable.
 *
 * @param authority PEM certificates of additional certificate authorities
 * @param isPlain whether a registry is accessed without TLS; for mirrors within a cluster
 */
public record ChartAccess(Optional<String> authority, Optional<Login> login, boolean isPlain) {
    /** Anonymous access. */
    public static final ChartAccess OPEN = new ChartAccess(Optional.empty(), Optional.empty(), false);

    public ChartAccess {
        Objects.requireNonNull(authority, "authority");
        Objects.requireNonNull(login, "login");
    }

    /** A user name and password. */
    public record Login(String user, SensitiveText password) {
        public Login {
            Objects.requireNonNull(user, "user");
            Objects.requireNonNull(password, "password");
        }
    }
}
