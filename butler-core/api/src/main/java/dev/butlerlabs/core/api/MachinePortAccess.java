package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import java.util.List;
import java.util.Optional;

/** Ports of a machine that its infrastructure publishes at other addresses, for clients that cannot reach the addresses of the machine. */
@ApiRecord
public record MachinePortAccess(
        @JsonPropertyDescription(
                "Whether clients must use the published ports. If false, they use the addresses of the machine where these are reachable.")
        Boolean required,

        @ListMap("port") @JsonPropertyDescription("Published ports.")
        List<Published> ports) {
    public MachinePortAccess {
        ports = NullSafeCopies.of(ports);
    }

    /** Returns where a port of the machine is published. */
    public Optional<Published> published(int port) {
        return ports.stream().filter(entry -> entry.port() == port).findFirst();
    }

    /** One published port. */
    @ApiRecord
    public record Published(
            @Required @JsonPropertyDescription("Port of the machine.")
            Integer port,

            @Required @JsonPropertyDescription("Address at which the port is published.")
            String address,

            @Required @JsonPropertyDescription("Port at that address.")
            Integer publishedPort) {}
}
