package dev.butlerlabs.core.docker;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A bridge network to create.
 *
 * @param subnet IPv4 subnet; the engine selects one if empty
 * @param gateway IPv4 address of the host in the subnet; the engine selects one if empty
 * @param subnet6 IPv6 subnet; empty for IPv4 only
 */
public record NetworkSpec(
        String name,
        Optional<String> subnet,
        Optional<String> gateway,
        Optional<String> subnet6,
        Map<String, String> options,
        Map<String, String> labels) {
    public NetworkSpec {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(subnet, "subnet");
        Objects.requireNonNull(gateway, "gateway");
        Objects.requireNonNull(subnet6, "subnet6");
        options = Map.copyOf(options);
        labels = Map.copyOf(labels);
    }

    /** Creates a network without labels whose IPv4 subnet the engine selects. */
    public NetworkSpec(String name, Optional<String> subnet6, Map<String, String> options) {
        this(name, Optional.empty(), Optional.empty(), subnet6, options, Map.of());
    }
}
