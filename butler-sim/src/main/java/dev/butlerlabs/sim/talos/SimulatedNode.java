package dev.butlerlabs.sim.talos;

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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One machine: what it has on its disk, where it is in its life, and the door at which it listens. It changes on the one thread of its
 * network; its API reads what is current.
 */
public final class SimulatedNode implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SimulatedNode.class);

    private final NodeOptions options;
    private final SimulatedTalos network;
    private final Door door;
    private final EventLog events = new EventLog();
    private final Faults faults = new Faults();
    /** What lies about whenever it boots. */
    private final Optional<String> userData;

    private volatile Stage stage = Stage.MAINTENANCE;
    private volatile String version;
    private volatile Optional<String> nextVersion = Optional.empty();
    private volatile Optional<MachineDocument> document = Optional.empty();
    private volatile String configuration = "";
    private volatile String bootId = "";
    private volatile boolean installed;
    private volatile boolean on;

    /** Grows when the machine loses power, so that what it was about to do is forgotten. */
    private final AtomicInteger powerCuts = new AtomicInteger();

    private int refusalsLeft;

    SimulatedNode(NodeOptions options, Optional<String> userData, SimulatedTalos network) {
        this.options = options;
        this.userData = userData;
        this.network = network;
        this.version = options.version();
        this.installed = !options.installs();
        this.refusalsLeft = options.bootstrapRefusals();
        this.door = new Door(this);
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return door.address();
    }

    /** Whether a host address or a name is that of this machine. */
    boolean isAt(String host) {
        return host.equals(address().getAddress().getHostAddress()) || host.equals(hostname());
    }

    /** Whether its API accepts connections from members of its cluster. */
    boolean isListening() {
        return on && stage != Stage.MAINTENANCE && door.isOpen();
    }

    public String hostname() {
        return document.flatMap(MachineDocument::hostname).orElseGet(options::hostname);
    }

    public Stage stage() {
        return stage;
    }

    public String version() {
        return version;
    }

    /** Whether it has power. */
    public boolean isOn() {
        return on;
    }

    /** Whether it has its configuration, has booted with it, and etcd runs in its cluster. */
    public boolean isReady() {
        return on && stage == Stage.RUNNING;
    }

    /** Whether etcd was started in the cluster of this machine, and has not gone with its last member. */
    public boolean etcdRuns() {
        return cluster().filter(ClusterState::isStarted).isPresent();
    }

    /** What it was given last; empty in maintenance. */
    public String configuration() {
        return configuration;
    }

    /** Failures to come. */
    public Faults faults() {
        return faults;
    }

    /** The key it shows at present, of which the console prints a fingerprint. */
    public PublicKey key() {
        return door.key();
    }

    /** How often etcd was started in the cluster of this machine; more than once is a mistake of whoever did it. */
    public int bootstraps() {
        return cluster().map(ClusterState::bootstraps).orElse(0);
    }

    /** Ends every connection, as when a switch restarts; the machine itself goes on. */
    public void dropConnections() {
        await(Duration.ZERO, door::reopen);
    }

    Release release() {
        return Release.of(version);
    }

    NodeOptions options() {
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

    /** Whether it still says that its clock is not set; each question brings the clock nearer. */
    synchronized boolean refusesBootstrap() {
        if (refusalsLeft == 0) {
            return false;
        }
        refusalsLeft--;
        return true;
    }

    /** Gives it power; what it has on its disk decides how it boots. */
    public void powerOn() {
        await(Duration.ZERO, () -> {
            if (!on) {
                on = true;
                boot();
            }
        });
    }

    /** Takes its power away, in the middle of whatever it does. Its disk stays as it is. */
    public void powerOff() {
        await(Duration.ZERO, () -> {
            on = false;
            powerCuts.incrementAndGet();
            door.shut();
            network.changed();
        });
    }

    /** A machine without a configuration looks into its user data; what it would refuse over its API is of no use there either. */
    private void find(String text) {
        try {
            take(MachineDocument.parse(text), text);
        } catch (MachineDocument.RefusedException | IllegalArgumentException e) {
            LOG.info("{} finds no machine configuration in its user data: {}", hostname(), e.getMessage());
        }
    }

    void take(MachineDocument taken, String text) {
        configuration = text;
        document = Optional.of(taken);
        network.changed();
    }

    /** With its first configuration a machine drops all connections, some time after it has answered. */
    void leaveMaintenance() {
        later(options.tempo().drop(), installed ? this::boot : this::install);
    }

    private void install() {
        enter(Stage.INSTALLING);
        openAsConfigured();
        later(options.tempo().install(), () -> {
            installed = true;
            goDown(Stage.REBOOTING);
        });
    }

    /** Restarts; what was installed meanwhile is what comes up. */
    void reboot(Stage meanwhile) {
        later(options.tempo().drop(), () -> goDown(meanwhile));
    }

    void upgrade(String otherVersion, boolean andReboot) {
        nextVersion = Optional.of(otherVersion);
        if (andReboot) {
            reboot(Stage.UPGRADING);
        }
    }

    void reset(boolean comesBack) {
        later(options.tempo().drop(), () -> {
            Optional<ClusterState> left = cluster();
            document = Optional.empty();
            configuration = "";
            installed = !options.installs();
            left.ifPresent(network::endWithoutControlPlane);
            if (comesBack) {
                goDown(Stage.RESETTING);
            } else {
                enter(Stage.SHUTTING_DOWN);
                door.shut();
            }
        });
    }

    void shutDown() {
        later(options.tempo().drop(), () -> {
            enter(Stage.SHUTTING_DOWN);
            door.shut();
        });
    }

    private void goDown(Stage how) {
        enter(how);
        door.shut();
        later(options.tempo().away(), this::boot);
    }

    private void boot() {
        bootId = UUID.randomUUID().toString();
        version = nextVersion.orElse(version);
        nextVersion = Optional.empty();
        if (document.isEmpty()) {
            userData.ifPresent(this::find);
        }
        if (document.isEmpty()) {
            enter(Stage.MAINTENANCE);
            door.openForMaintenance();
            return;
        }
        if (!installed) {
            install();
            return;
        }
        enter(Stage.BOOTING);
        openAsConfigured();
        later(options.tempo().boot(), network::tellAll);
    }

    /** A worker has no key of the authority; its certificate comes from a control plane, once one is up. */
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
                .filter(node -> node.on && (node.stage == Stage.BOOTING || node.stage == Stage.RUNNING))
                .flatMap(node -> node.document().stream())
                .filter(MachineDocument::controlPlane)
                .findFirst();
    }

    /** Others changed: a worker may get its certificate now, and booting ends once etcd runs in the cluster. */
    void look() {
        if (!on || stage != Stage.BOOTING) {
            return;
        }
        if (!door.isOpen()) {
            openAsConfigured();
        }
        if (door.isOpen() && cluster().filter(ClusterState::isStarted).isPresent()) {
            enter(Stage.RUNNING);
        }
    }

    void etcdStarted() {
        later(Duration.ZERO, network::tellAll);
    }

    private void enter(Stage next) {
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
            // The network is being switched off, and this machine with it.
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
            throw new IllegalStateException("the simulated machine cannot do this", e.getCause());
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
