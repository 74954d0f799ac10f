package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.talos.config.RunMode;
import java.net.InetSocketAddress;
import java.security.PublicKey;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
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
    private volatile Optional<MachineDocument> document = Optional.empty();
    private volatile String configuration = "";
    private volatile Optional<Runnable> staged = Optional.empty();
    private volatile String bootId = UUID.randomUUID().toString();
    private volatile boolean installed;
    private volatile boolean on;
    private volatile boolean draining;

    private final NodeTimer timer;
    private final EtcdService etcd = new EtcdService(this);
    private final NodeUpgrader upgrader = new NodeUpgrader(this);
    private final SystemDisk disk;
    private final NodeComponents components = new NodeComponents(this);

    private int refusalsLeft;

    SimulatedNode(SimulatedNodeOptions options, Optional<String> userData, SimulatedTalos network) {
        this.options = options;
        this.userData = userData;
        this.network = network;
        this.timer = new NodeTimer(network.life());
        this.disk = new SystemDisk(SystemImage.plain(options.version()));
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
        return disk.active().version();
    }

    /** Returns whether the machine is powered on. */
    public boolean isOn() {
        return on;
    }

    /** Returns whether the machine has booted with its configuration and etcd runs in its cluster. */
    public boolean isReady() {
        return on && stage == NodeStage.RUNNING;
    }

    /** Returns whether the machine has booted and all its services are healthy. */
    public boolean isHealthy() {
        return isKubeletRunning() && (!isControlPlane() || etcd.isHealthy());
    }

    /** Returns whether the machine serves the Kubernetes API, which does not need the kubelet. */
    public boolean isServing() {
        return isReady()
                && isControlPlane()
                && etcd.isHealthy()
                && components.state(NodeComponent.API_SERVER).running();
    }

    /** Returns whether the kubelet runs and the machine has booted. */
    public boolean isKubeletRunning() {
        return isReady() && components.state(NodeComponent.KUBELET).running();
    }

    /** Returns the state of a Kubernetes component on this machine. */
    public ComponentState component(NodeComponent component) {
        return components.state(component);
    }

    /** Returns whether Talos keeps the Kubernetes node cordoned: from the start of an upgrade, shutdown or reset until the next boot. */
    public boolean isDraining() {
        return draining;
    }

    /** Starts to cordon and drain the Kubernetes node. */
    void drain() {
        draining = true;
        network.changed();
    }

    boolean isControlPlane() {
        return document.filter(MachineDocument::controlPlane).isPresent();
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
        timer.await(door::reopen);
    }

    TalosRelease release() {
        return TalosRelease.of(version());
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

    SystemDisk disk() {
        return disk;
    }

    NodeUpgrader upgrader() {
        return upgrader;
    }

    EtcdService etcd() {
        return etcd;
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
        timer.await(() -> {
            if (!on) {
                on = true;
                boot();
            }
        });
    }

    /** Powers off the machine at once. Its disk keeps its content. */
    public void powerOff() {
        timer.await(() -> {
            on = false;
            timer.cutPower();
            etcd.stop();
            door.shut();
            network.changed();
        });
    }

    /**
     * Reads user data as a configuration if the machine has none. A configuration that the API would reject is ignored.
     */
    private void find(String text) {
        try {
            MachineDocument.parse(text, validationMode(), version()).ifPresent(found -> take(found, text));
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
        if (document.isEmpty()) {
            taken.schematic().ifPresent(id -> disk.format(disk.active().withSchematic(Optional.of(id))));
        }
        configuration = text;
        document = Optional.of(taken);
        if (stage == NodeStage.RUNNING) {
            components.onConfiguration(taken.kubernetesImages());
        }
        network.changed();
    }

    /** Leaves maintenance mode: the machine closes all connections some time after its response. */
    void leaveMaintenance() {
        timer.later(options.tempo().drop(), installed ? this::boot : this::install);
    }

    private void install() {
        enter(NodeStage.INSTALLING);
        openAsConfigured();
        timer.later(options.tempo().install(), () -> {
            document.flatMap(MachineDocument::installImage)
                    .flatMap(SystemImage::parse)
                    .ifPresent(disk::format);
            installed = true;
            goDown(NodeStage.REBOOTING);
        });
    }

    /** Runs a change when the response to the request has left the machine. */
    void afterResponse(Runnable change) {
        timer.later(options.tempo().drop(), change);
    }

    void afterBootDelay(Runnable change) {
        timer.later(options.tempo().boot(), change);
    }

    /** Restarts the machine with what is installed on its disk. */
    void reboot(NodeStage meanwhile) {
        if (options.isContainer()) {
            shutDown();
        } else {
            afterResponse(() -> goDown(meanwhile));
        }
    }

    /** Wipes the machine. A container keeps its volumes and its configuration, and is switched off. */
    void reset(ResetRequestReader request) {
        if (options.isContainer()) {
            shutDown();
        } else {
            afterResponse(() -> new NodeReset(this, request).run());
        }
    }

    /** Deletes the configuration and everything that is installed. */
    void wipeConfiguration() {
        document = Optional.empty();
        configuration = "";
        installed = !options.installs();
        disk.format(installed ? disk.active() : SystemImage.plain(options.version()));
    }

    /** Switches off, with the disk as it is. */
    void halt() {
        enter(NodeStage.SHUTTING_DOWN);
        door.shut();
    }

    void shutDown() {
        timer.later(options.tempo().drop(), () -> {
            halt();
            on = !options.isContainer();
            network.changed();
        });
    }

    void goDown(NodeStage how) {
        enter(how);
        door.shut();
        timer.later(options.tempo().away(), this::boot);
    }

    private void boot() {
        SystemDisk.FirstBoot firstBoot = disk.boot();
        if (firstBoot != SystemDisk.FirstBoot.SUCCEEDS) {
            if (firstBoot == SystemDisk.FirstBoot.FALLS_BACK) {
                timer.later(options.tempo().away(), this::boot);
            }
            return;
        }
        etcd.onBoot();
        staged.ifPresent(Runnable::run);
        staged = Optional.empty();
        if (!options.isContainer()) {
            bootId = UUID.randomUUID().toString();
        }
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
        components.onBoot(document.orElseThrow().kubernetesImages());
        enter(NodeStage.BOOTING);
        openAsConfigured();
        timer.later(options.tempo().boot(), network::tellAll);
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
            if (!isControlPlane() || etcd.start()) {
                enter(NodeStage.RUNNING);
            }
        }
    }

    void enter(NodeStage next) {
        stage = next;
        if (next == NodeStage.RUNNING) {
            draining = false;
        } else if (next != NodeStage.BOOTING) {
            etcd.stop();
        }
        events.stage(next, isReady());
        network.changed();
    }

    @Override
    public void close() {
        try {
            timer.await(door::shut);
        } catch (RejectedExecutionException closedAlready) {
            door.shut();
        }
    }
}
