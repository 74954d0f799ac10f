package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.api.MachinePortAccess;
import dev.butlerlabs.core.talos.client.NodeAddress;
import java.util.Optional;

/**
 * How clients reach the ports of a machine.
 *
 * @param address address of the machine, for which its certificates are verified
 * @param published ports to connect to instead of those at the address
 */
public record MachineRoute(String address, Optional<MachinePortAccess> published) {
    static MachineRoute direct(String address) {
        return new MachineRoute(address, Optional.empty());
    }

    /** Returns where to connect for a port of the machine. A port that is not published is reached at the address of the machine. */
    public NodeAddress target(int port) {
        return published
                .flatMap(ports -> ports.published(port))
                .map(entry -> new NodeAddress(entry.address(), entry.publishedPort()))
                .orElseGet(() -> new NodeAddress(address, port));
    }
}
