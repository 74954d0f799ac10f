package dev.butlerlabs.core.docker;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A bridge network to be made.
 *
 * @param subnet6 its IPv6 subnet; without one it has IPv4 alone
 */
public record NetworkSpec(String name, Optional<String> subnet6, Map<String, String> options) {
    public NetworkSpec {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(subnet6, "subnet6");
        options = Map.copyOf(options);
    }
}
