package dev.butlerlabs.sim.cluster;

import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Forwards the addresses of a cluster's API: those of running control planes, and their virtual IP. */
final class ApiPortForwarder implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ApiPortForwarder.class);

    private final LoopbackNetwork network;
    private final int target;
    private final Map<InetSocketAddress, PortForwarder> open = new HashMap<>();
    private List<ClusterMachine> machines = List.of();
    private boolean addressMoves;
    private boolean closed;

    ApiPortForwarder(LoopbackNetwork network, int target) {
        this.network = network;
        this.target = target;
    }

    synchronized void follow(List<ClusterMachine> changed) {
        machines = changed;
        adjust();
    }

    /** Sets whether a workload in the cluster serves the virtual IP. */
    synchronized void addressMoves(boolean moves) {
        addressMoves = moves;
        adjust();
    }

    private void adjust() {
        Set<InetSocketAddress> wanted = closed ? Set.of() : wanted();
        for (InetSocketAddress address : Set.copyOf(open.keySet())) {
            if (!wanted.contains(address)) {
                open.remove(address).close();
            }
        }
        for (InetSocketAddress address : wanted) {
            if (!open.containsKey(address)) {
                open(address);
            }
        }
    }

    private void open(InetSocketAddress address) {
        try {
            open.put(address, PortForwarder.open(address, target));
        } catch (UncheckedIOException e) {
            LOG.warn("Cannot forward to the API of a simulated cluster: {}", e.getMessage());
        }
    }

    private Set<InetSocketAddress> wanted() {
        Set<InetSocketAddress> wanted = new HashSet<>();
        for (ClusterMachine machine : machines) {
            if (machine.isServing()) {
                MachineKubernetesSettings facts = machine.facts();
                wanted.add(new InetSocketAddress(machine.address(), facts.apiPort()));
                facts.sharedAddress()
                        .filter(network::holds)
                        .ifPresent(address -> wanted.add(new InetSocketAddress(address, facts.endpointPort())));
                facts.endpointHost()
                        .filter(host -> addressMoves && isShared(host))
                        .ifPresent(address -> wanted.add(new InetSocketAddress(address, facts.endpointPort())));
            }
        }
        return wanted;
    }

    private boolean isShared(String host) {
        return network.holds(host) && !network.machineAddresses().contains(host);
    }

    @Override
    public synchronized void close() {
        closed = true;
        adjust();
    }
}
