package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.api.MachinePortAccess;
import dev.butlerlabs.core.talos.client.KeyFingerprint;
import dev.butlerlabs.core.talos.client.NodeAddress;
import dev.butlerlabs.core.talos.client.NodeIdentityProbe;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Decides once for all machines of a cluster whether clients connect to the addresses of the machines or to published ports. Machines are used
 * at their addresses if the machine that answers there proves the same identity as at the published port: the address can be unreachable, or
 * belong to another host. Use one instance for one cluster. Thread-safe.
 */
public final class MachineAccessSelector {
    private static final Duration PROBE_LIMIT = Duration.ofSeconds(3);

    private final int port;
    private final Probe probe;
    private Optional<Access> decision = Optional.empty();

    /** How clients connect to the machines of a cluster. */
    public enum Access {
        DIRECT,
        PORTS
    }

    /** Reads the identity of the machine that answers at an address. */
    @FunctionalInterface
    interface Probe {
        /** Returns the key of the machine; empty if no machine answers. */
        Optional<KeyFingerprint> read(NodeAddress address);
    }

    MachineAccessSelector(int port, Probe probe) {
        this.port = port;
        this.probe = probe;
    }

    /** Returns a selector that connects to the Talos API of the machines. */
    public static MachineAccessSelector overNetwork(BootstrapOptions options) {
        return new MachineAccessSelector(options.talosPort(), new NodeIdentityProbe(PROBE_LIMIT)::read);
    }

    /**
     * Returns the decision. Machines are probed until one answers; then the decision does not change.
     *
     * @param machines the addresses of the machines and their published ports, control planes first
     * @return empty if no machine answers yet
     */
    public synchronized Optional<Access> decide(List<MachineRoute> machines) {
        if (decision.isEmpty()) {
            decision = machines.stream()
                    .flatMap(machine -> access(machine).stream())
                    .findFirst();
        }
        return decision;
    }

    private Optional<Access> access(MachineRoute machine) {
        Optional<MachinePortAccess> published =
                machine.published().filter(ports -> ports.published(port).isPresent());
        if (published.isEmpty()) {
            return Optional.of(Access.DIRECT);
        }
        return Boolean.TRUE.equals(published.get().required()) ? Optional.of(Access.PORTS) : probed(machine);
    }

    /** The port is probed again at the end: the machine may have got another key in the meantime. */
    private Optional<Access> probed(MachineRoute machine) {
        Optional<KeyFingerprint> atPort = probe.read(machine.target(port));
        if (atPort.isEmpty()) {
            return Optional.empty();
        }
        if (probe.read(new NodeAddress(machine.address(), port)).equals(atPort)) {
            return Optional.of(Access.DIRECT);
        }
        return probe.read(machine.target(port)).equals(atPort) ? Optional.of(Access.PORTS) : Optional.empty();
    }

    /** Returns the route to a machine after the decision; the direct one before. */
    public synchronized MachineRoute route(MachineRoute machine) {
        return decision.filter(Access.PORTS::equals).isPresent() ? machine : MachineRoute.direct(machine.address());
    }
}
