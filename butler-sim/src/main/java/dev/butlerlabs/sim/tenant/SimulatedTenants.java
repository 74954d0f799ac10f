package dev.butlerlabs.sim.tenant;

import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.sim.cluster.control.Waits;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Cluster API and the hosting of control planes in a management cluster: it knows their kinds, and does to the objects what their controllers would. */
public final class SimulatedTenants implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SimulatedTenants.class);
    private static final Duration DEFINITIONS_LIMIT = Duration.ofSeconds(60);
    private static final Duration AFTER_FAILURE = Duration.ofMillis(200);
    private static final Duration IDLE = Duration.ofMinutes(1);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

    private final KubernetesClient client;
    private final BlockingQueue<Boolean> bell = new ArrayBlockingQueue<>(1);
    private final Shelf shelf;
    private final World world;
    private final ControlPlanes planes;
    private final JoinedClusters clusters = new JoinedClusters();
    private final MachineDeployments deployments = new MachineDeployments();
    private final Machines machines = new Machines();
    private final Thread thread;
    private volatile boolean closed;

    private SimulatedTenants(KubernetesClient client, TenantTempo tempo, Supplier<HostedCluster> hosting) {
        this.client = client;
        this.planes = new ControlPlanes(hosting);
        this.shelf = new Shelf(client, this::ring);
        this.world = new World(shelf, new Waits(), tempo);
        this.thread = Thread.ofPlatform().daemon().name("simulated-tenants").unstarted(this::live);
    }

    /** Installs the kinds and starts; {@code kubeconfig} is that of an administrator of the management cluster. */
    public static SimulatedTenants start(String kubeconfig, TenantTempo tempo) {
        return start(kubeconfig, tempo, LivelyCluster::new);
    }

    /** The same with control planes at whose addresses nobody answers, so that there may be thousands. */
    public static SimulatedTenants startHollow(String kubeconfig, TenantTempo tempo) {
        return start(kubeconfig, tempo, HollowCluster::new);
    }

    private static SimulatedTenants start(String kubeconfig, TenantTempo tempo, Supplier<HostedCluster> hosting) {
        KubernetesClient client =
                new KubeConnector("simulated-tenants").connect(Kubeconfig.parse(kubeconfig, "management cluster"));
        try {
            new CustomResourceDefinitions(client)
                    .ensure(PartKind.all().stream().map(PartKind::definition).toList(), DEFINITIONS_LIMIT);
            SimulatedTenants tenants = new SimulatedTenants(client, tempo, hosting);
            tenants.thread.start();
            return tenants;
        } catch (RuntimeException e) {
            client.close();
            throw e;
        }
    }

    private void ring() {
        bell.offer(true);
    }

    private void live() {
        Duration pause = Duration.ofMillis(1);
        while (!closed) {
            try {
                Boolean unused = bell.poll(Math.max(1, pause.toMillis()), TimeUnit.MILLISECONDS);
                pause = look();
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                pause = AFTER_FAILURE;
                if (!closed) {
                    LOG.warn("Something in the simulated tenants fails, and is tried again", e);
                }
            }
        }
    }

    private Duration look() {
        world.waits().beginRound();
        planes.look(world);
        clusters.look(world);
        deployments.look(world);
        machines.look(world, planes);
        return world.waits().endRound().orElse(IDLE);
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join(CLOSE_LIMIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        planes.close();
        shelf.close();
        client.close();
    }
}
