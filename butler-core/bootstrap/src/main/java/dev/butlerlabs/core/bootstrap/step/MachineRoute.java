package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.api.MachineAddress;
import dev.butlerlabs.core.api.MachinePortAccess;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestStatus;
import dev.butlerlabs.core.talos.client.NodeAddress;
import java.util.Optional;

/**
 * How clients reach the ports of a machine.
 *
 * @param address address of the machine, for which its certificates are verified
 * @param published ports to connect to instead of those at the address
 */
public record MachineRoute(String address, Optional<MachinePortAccess> published) {
    /** Returns the address and the published ports of a machine; empty if it has no address yet. */
    public static Optional<MachineRoute> of(MachineRequest request) {
        Optional<MachineRequestStatus> status = Optional.ofNullable(request.getStatus());
        Optional<MachinePortAccess> ports = status.map(MachineRequestStatus::portAccess);
        return status.flatMap(seen -> address(request, seen)).map(address -> new MachineRoute(address, ports));
    }

    /** Of several addresses, the one that was chosen for the machine. */
    private static Optional<String> address(MachineRequest request, MachineRequestStatus status) {
        return Optional.ofNullable(request.getSpec().address())
                .map(MachineAddress::ip)
                .filter(status.ipAddresses()::contains)
                .or(() -> Optional.ofNullable(status.ipAddress()));
    }

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
