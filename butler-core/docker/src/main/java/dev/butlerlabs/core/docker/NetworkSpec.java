package dev.butlerlabs.core.docker;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A bridge network to create.
 *
 * @param subnet6 IPv6 subnet; empty for IPv4 only
 */
public record NetworkSpec(String name, Optional<String> subnet6, Map<String, String> options) {
    public NetworkSpec {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(subnet6, "subnet6");
        options = Map.copyOf(options);
    }
}
