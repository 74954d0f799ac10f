package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.talos.config.RunMode;
import java.net.InetSocketAddress;
import java.security.PublicKey;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A simulated Talos machine: disk, lifecycle stage and API endpoint. Its state changes on the single thread of its
 * network; its API reads the current state.
 */
public final class SimulatedNode implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SimulatedNode.class);

    private final SimulatedNodeOptions options;
    private final SimulatedTalos network;
    private final TalosApiListener door;
    private final EventLog events = new EventLog();
    private final CallFaults faults = new CallFaults();
    /** User data present at every boot. */
    private final Optional<String> userData;

    private volatile NodeStage stage = NodeStage.MAINTENANCE;
    private volatile String version;
    private volatile Optional<String> nextVersion = Optional.empty();
    private volatile Optional<MachineDocument> document = Optional.empty();
    private volatile String configuration = "";
    private volatile Optional<Runnable> staged = Optional.empty();
    private volatile String bootId = UUID.randomUUID().toString();
    private volatile boolean installed;
    private volatile boolean voter;
    private volatile boolean on;

    /** Incremented at each power loss, so that pending actions are dropped. */
    private final AtomicInteger powerCuts = new AtomicInteger();

    private int refusalsLeft;

    SimulatedNode(SimulatedNodeOptions options, Optional<String> userData, SimulatedTalos network) {
        this.options = options;
        this.userData = userData;
        this.network = network;
        this.version = options.version();
        this.installed = !options.installs();
        this.refusalsLeft = options.bootstrapRefusals();
        this.door = new TalosApiListener(this);
    }

    /** Returns the address that the machine listens on. */
    public InetSocketAddress address() {
        return door.address();
    }

    /** Returns whether a host address or name belongs to this machine. */
    boolean isAt(String host) {
        return host.equals(address().getAddress().getHostAddress()) || host.equals(hostname());
    }

    /** Returns whether its API accepts connections from members of its cluster. */
    boolean isListening() {
        return on && stage != NodeStage.MAINTENANCE && door.isOpen();
    }

    public String hostname() {
        return document.flatMap(MachineDocument::hostname).orElseGet(options::hostname);
    }

    public NodeStage stage() {
        return stage;
    }

    public String version() {
        return version;
    }

    /** Returns whether the machine is powered on. */
    public boolean isOn() {
        return on;
    }

    /** Returns whether the machine has booted with its configuration and etcd runs in its cluster. */
    public boolean isReady() {
        return on && stage == NodeStage.RUNNING;
    }

    /** Returns whether etcd is bootstrapped in the cluster of this machine and has members. */
    public boolean etcdRuns() {
        return cluster().filter(ClusterState::isStarted).isPresent();
    }

    /** Returns the last applied configuration; empty in maintenance mode. */
    public String configuration() {
        return configuration;
    }

    /** Returns the faults to inject. */
    public CallFaults faults() {
        return faults;
    }

    /** Returns the public key of the current certificate; the console prints its fingerprint. */
    public PublicKey key() {
        return door.key();
    }

    /**
     * Returns how often etcd was bootstrapped in the cluster of this machine; more than once is an error of the client.
     */
    public int bootstraps() {
        return cluster().map(ClusterState::bootstraps).orElse(0);
    }

    /** Returns the snapshot from which etcd was bootstrapped in the cluster of this machine. */
    public Optional<byte[]> recoveredSnapshot() {
        return cluster().flatMap(ClusterState::recovered);
    }

    /** Sets where the etcd snapshots of the cluster of this machine come from. */
    public void serveSnapshots(Supplier<byte[]> snapshots) {
        cluster().ifPresent(cluster -> cluster.serveSnapshots(snapshots));
    }

    /** Closes all connections, as when a switch restarts. The machine keeps running. */
    public void dropConnections() {
        await(Duration.ZERO, door::reopen);
    }

    TalosRelease release() {
        return TalosRelease.of(version);
    }

    SimulatedNodeOptions options() {
        return options;
    }

    EventLog events() {
        return events;
    }

    String bootId() {
        return bootId;
    }

    Optional<MachineDocument> document() {
        return document;
    }

    Optional<ClusterState> cluster() {
        return document.map(network::cluster);
    }

    SimulatedTalos network() {
        return network;
    }

    /** Returns whether bootstrap is rejected because the clock is not in sync. Each call uses up one rejection. */
    synchronized boolean refusesBootstrap() {
        if (refusalsLeft == 0) {
            return false;
        }
        refusalsLeft--;
        return true;
    }

    /** Powers on the machine; the content of its disk determines how it boots. */
    public void powerOn() {
        await(Duration.ZERO, () -> {
            if (!on) {
                on = true;
                boot();
            }
        });
    }

    /** Powers off the machine at once. Its disk keeps its content. */
    public void powerOff() {
        await(Duration.ZERO, () -> {
            on = false;
            powerCuts.incrementAndGet();
            door.shut();
            network.changed();
        });
    }

    /**
     * Reads user data as a configuration if the machine has none. A configuration that the API would reject is ignored.
     */
    private void find(String text) {
        try {
            MachineDocument.parse(text, validationMode(), version).ifPresent(found -> take(found, text));
        } catch (MachineDocument.RefusedException e) {
            LOG.info("{} found no machine configuration in its user data: {}", hostname(), e.getMessage());
        }
    }

    /** Returns the environment by which a configuration is validated: an installed machine needs no disk to install to. */
    RunMode validationMode() {
        return document.isPresent() && options.installs() ? RunMode.CLOUD : options.mode();
    }

    /** Stores a configuration that the machine uses after its next boot. */
    void stage(MachineDocument taken, String text) {
        staged = Optional.of(() -> take(taken, text));
    }

    void take(MachineDocument taken, String text) {
        configuration = text;
        document = Optional.of(taken);
        network.changed();
    }

    /** Leaves maintenance mode: the machine closes all connections some time after its response. */
    void leaveMaintenance() {
        later(options.tempo().drop(), installed ? this::boot : this::install);
    }

    private void install() {
        enter(NodeStage.INSTALLING);
        openAsConfigured();
        later(options.tempo().install(), () -> {
            installed = true;
            goDown(NodeStage.REBOOTING);
        });
    }

    /** Restarts the machine with what is installed on its disk. */
    void reboot(NodeStage meanwhile) {
        if (options.isContainer()) {
            shutDown();
        } else {
            later(options.tempo().drop(), () -> goDown(meanwhile));
        }
    }

    void upgrade(String otherVersion, boolean andReboot) {
        nextVersion = Optional.of(otherVersion);
        if (andReboot) {
            reboot(NodeStage.UPGRADING);
        }
    }

    /** Wipes the machine. A container keeps its volumes and its configuration, and is switched off. */
    void reset(boolean comesBack) {
        if (options.isContainer()) {
            shutDown();
            return;
        }
        later(options.tempo().drop(), () -> {
            Optional<ClusterState> left = cluster();
            document = Optional.empty();
            voter = false;
            configuration = "";
            installed = !options.installs();
            left.ifPresent(network::endWithoutControlPlane);
            if (comesBack) {
                goDown(NodeStage.RESETTING);
            } else {
                enter(NodeStage.SHUTTING_DOWN);
                door.shut();
            }
        });
    }

    void shutDown() {
        later(options.tempo().drop(), () -> {
            enter(NodeStage.SHUTTING_DOWN);
            door.shut();
            on = !options.isContainer();
            network.changed();
        });
    }

    private void goDown(NodeStage how) {
        enter(how);
        door.shut();
        later(options.tempo().away(), this::boot);
    }

    private void boot() {
        staged.ifPresent(Runnable::run);
        staged = Optional.empty();
        if (!options.isContainer()) {
            bootId = UUID.randomUUID().toString();
        }
        version = nextVersion.orElse(version);
        nextVersion = Optional.empty();
        if (document.isEmpty()) {
            userData.ifPresent(this::find);
        }
        if (document.isEmpty()) {
            enter(NodeStage.MAINTENANCE);
            door.openForMaintenance();
            return;
        }
        if (!installed) {
            install();
            return;
        }
        enter(NodeStage.BOOTING);
        openAsConfigured();
        later(options.tempo().boot(), network::tellAll);
    }

    /**
     * Opens the API with a certificate of the cluster. A worker has no CA key, so it gets its certificate from a
     * running control plane.
     */
    private void openAsConfigured() {
        MachineDocument own = document.orElseThrow();
        if (own.controlPlane()) {
            door.openAsConfigured(own, own);
        } else {
            door.shut();
            issuer().ifPresent(controlPlane -> door.openAsConfigured(own, controlPlane));
        }
    }

    private Optional<MachineDocument> issuer() {
        return cluster().stream()
                .flatMap(cluster -> network.members(cluster).stream())
                .filter(node -> node.on && (node.stage == NodeStage.BOOTING || node.stage == NodeStage.RUNNING))
                .flatMap(node -> node.document().stream())
                .filter(MachineDocument::controlPlane)
                .findFirst();
    }

    /**
     * Reacts to changes of other machines: a worker may get its certificate, and booting completes when etcd runs in
     * the cluster.
     */
    void look() {
        if (!on || stage != NodeStage.BOOTING) {
            return;
        }
        if (!door.isOpen()) {
            openAsConfigured();
        }
        if (door.isOpen() && cluster().filter(ClusterState::isStarted).isPresent()) {
            voter = true;
            enter(NodeStage.RUNNING);
        }
    }

    /** Returns whether it has been promoted from a learner of etcd, which happens before its boot is complete. */
    boolean isVoter() {
        return voter;
    }

    void etcdStarted() {
        later(Duration.ZERO, network::tellAll);
    }

    private void enter(NodeStage next) {
        stage = next;
        events.stage(next, isReady());
        network.changed();
    }

    private void later(Duration delay, Runnable change) {
        int cuts = powerCuts.get();
        Runnable unlessCut = () -> {
            if (powerCuts.get() == cuts) {
                change.run();
            }
        };
        try {
            Future<?> unused = network.life().schedule(unlessCut, delay.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closed) {
            // The network is shutting down, and this machine with it.
            return;
        }
    }

    private void await(Duration delay, Runnable change) {
        try {
            network.life()
                    .schedule(change, delay.toMillis(), TimeUnit.MILLISECONDS)
                    .get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the simulated machine failed", e.getCause());
        }
    }

    @Override
    public void close() {
        try {
            await(Duration.ZERO, door::shut);
        } catch (RejectedExecutionException closedAlready) {
            door.shut();
        }
    }
}
