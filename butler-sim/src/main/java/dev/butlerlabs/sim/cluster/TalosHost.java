package dev.butlerlabs.sim.cluster;

import dev.butlerlabs.core.talos.config.RunMode;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.infrastructure.MachineHost;
import dev.butlerlabs.sim.talos.SimulatedNode;
import dev.butlerlabs.sim.talos.SimulatedNodeOptions;
import dev.butlerlabs.sim.talos.SimulatedTalos;
import dev.butlerlabs.sim.talos.etcd.AvailabilityRecorder;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A network of simulated Talos machines, each on its own loopback address, and the Kubernetes clusters they form.
 *
 * <p>Infrastructure simulators power the machines on and off. A machine keeps its address and disk until it is
 * forgotten. After {@link #close()}, {@link #boot} throws {@link IllegalStateException}.
 */
public final class TalosHost implements MachineHost, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TalosHost.class);

    private final TalosHostOptions options;
    private final LoopbackNetwork network;
    private final SimulatedTalos talos;
    private final SimulatedClusterRegistry clusters;
    private final Map<String, SimulatedNode> machines = new ConcurrentHashMap<>();
    private volatile String imageVersion;
    private volatile boolean closed;

    private TalosHost(TalosHostOptions options, LoopbackNetwork network) {
        this.options = options;
        this.network = network;
        this.imageVersion = options.version();
        this.talos = new SimulatedTalos(options.faults());
        this.clusters = new SimulatedClusterRegistry(options, network, talos);
        talos.watch(clusters::changed);
    }

    /**
     * Starts a network on unused loopback addresses.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if this system provides no such addresses
     */
    public static TalosHost start(TalosHostOptions options) {
        return new TalosHost(options, LoopbackNetwork.choose(new SecureRandom()));
    }

    @Override
    public synchronized Inside boot(Boot boot) {
        if (closed) {
            throw new IllegalStateException("the simulated machines are closed");
        }
        SimulatedNode known = machines.get(boot.id());
        if (known == null) {
            machines.put(boot.id(), first(boot));
        } else {
            known.powerOn();
        }
        return new Running(machines.get(boot.id()));
    }

    private SimulatedNode first(Boot boot) {
        InetSocketAddress address = new InetSocketAddress(address(boot), LoopbackNetwork.TALOS_PORT);
        SimulatedNodeOptions machine =
                new SimulatedNodeOptions(boot.name(), address, imageVersion, mode(boot), 0, options.machines());
        return talos.start(machine, boot.userData().filter(text -> readsUserData(boot.name())));
    }

    private RunMode mode(Boot boot) {
        if (boot.container()) {
            return RunMode.CONTAINER;
        }
        return options.installs() ? RunMode.METAL : RunMode.CLOUD;
    }

    private boolean readsUserData(String machine) {
        return options.faults()
                .next(FaultKind.Stage.SYSTEM, SimulatedOperation.BOOT, machine)
                .filter(FaultKind.IGNORES_USER_DATA::equals)
                .isEmpty();
    }

    private String address(Boot boot) {
        Optional<String> told = boot.address().flatMap(network::takeForMachine);
        if (told.isEmpty() && boot.address().isPresent()) {
            LOG.warn(
                    "{} requests the address {}, which is not a free machine address in {}; it gets another one.",
                    boot.name(),
                    boot.address().get(),
                    network.cidr());
        }
        return told.orElseGet(network::takeForMachine);
    }

    @Override
    public synchronized void forget(String id) {
        SimulatedNode node = machines.remove(id);
        if (node != null && !closed) {
            talos.remove(node);
            network.giveBack(node.address().getAddress().getHostAddress());
        }
    }

    /** Returns the network as CIDR, such as {@code 127.33.7.0/24}. */
    public String network() {
        return network.cidr();
    }

    /** Reserves an address that no machine gets, for use as a virtual IP. Each call returns another one. */
    public String freeAddress() {
        return network.takeFree();
    }

    /**
     * Reserves a range that no machine gets, for load balancers, such as {@code 127.33.7.200-127.33.7.209}. Each call
     * returns another one.
     */
    public String pool(int size) {
        return network.takePool(size);
    }

    /** Reserves a range {@code first-last} for machines with static addresses. Each call returns another one. */
    public String machines(int size) {
        return network.keepForMachines(size);
    }

    /** Returns the gateway address of this network. Nothing listens there. */
    public String gateway() {
        return network.gateway();
    }

    /** Sets the Talos version that new machines boot, as when their image is replaced. Existing machines keep theirs. */
    public void useImageVersion(String version) {
        imageVersion = version;
    }

    /** Returns the clusters in which etcd runs. */
    public List<SimulatedCluster> clusters() {
        return clusters.all();
    }

    /**
     * Returns what was observed of etcd and the Kubernetes API of a cluster, for tests that require an uninterrupted cluster.
     *
     * @throws java.util.NoSuchElementException if no machine has a configuration of this cluster
     */
    public AvailabilityRecorder availability(String clusterName) {
        return talos.availability(clusterName).getFirst();
    }

    /** Returns the simulated Talos node of a machine, by the infrastructure's machine ID. */
    public Optional<SimulatedNode> machine(String id) {
        return Optional.ofNullable(machines.get(id));
    }

    /** Stops all machines and clusters. Machines that are powered off later stay off. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        clusters.close();
        talos.close();
        network.close();
    }

    private final class Running implements Inside {
        private final SimulatedNode node;

        private Running(SimulatedNode node) {
            this.node = node;
        }

        @Override
        public String address() {
            return node.address().getAddress().getHostAddress();
        }

        @Override
        public Optional<String> configuration() {
            return Optional.of(node.configuration()).filter(text -> !text.isEmpty());
        }

        @Override
        public void close() {
            synchronized (TalosHost.this) {
                if (!closed) {
                    node.powerOff();
                }
            }
        }
    }
}
