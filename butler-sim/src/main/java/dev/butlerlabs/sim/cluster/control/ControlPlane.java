package dev.butlerlabs.sim.cluster.control;

import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.sim.fault.FaultPlan;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs all controllers of one simulated cluster on one thread, whenever a watch reports a change. */
public final class ControlPlane implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControlPlane.class);
    private static final Duration AFTER_CONFLICT = Duration.ofMillis(20);
    private static final Duration AFTER_FAILURE = Duration.ofMillis(200);
    private static final long IDLE_MILLIS = 60_000;
    private static final long CLOSE_MILLIS = 10_000;

    private final KubernetesClient client;
    private final BlockingQueue<Boolean> bell = new ArrayBlockingQueue<>(1);
    private final InformerCaches caches;
    private final WriteBatch writes;
    private final ConditionDurationTracker waits = new ConditionDurationTracker();
    private final ClusterView view;
    private final Kubelet kubelet;
    private final BootstrapManifestController manifests = new BootstrapManifestController();
    private final List<SimulatedController> controllers;
    private final Thread thread;
    private volatile boolean served;
    private volatile boolean closed;

    private ControlPlane(
            KubernetesClient client, ClusterDelays delays, JobRunner jobs, FaultPlan faults, Consumer<Boolean> moves) {
        this.client = client;
        this.caches = new InformerCaches(client, this::wake);
        this.writes = new WriteBatch(client);
        this.view = new ClusterView(client, caches, writes, waits, delays);
        this.kubelet = new Kubelet(jobs, faults, this::wake);
        this.controllers = List.of(
                new NamespaceController(client.getConfiguration().getCaCertData()),
                manifests,
                new NodeController(),
                new DrainController(),
                new StaticPodController(),
                new DeploymentController(),
                new ReplicaSetController(),
                new DaemonSetController(),
                new StatefulSetController(),
                new JobController(),
                new PodCollector(),
                new PodScheduler(faults),
                kubelet,
                new LoadBalancerController(),
                new ClusterApiOperator(),
                new KubeVipStatus(moves));
        this.thread = Thread.ofPlatform().daemon().name("simulated-cluster").unstarted(this::live);
    }

    /**
     * Creates the default roles and starts the controllers of a cluster.
     *
     * @param kubeconfig kubeconfig of an administrator
     * @param addressMoves called with whether a workload in the cluster serves the virtual IP
     */
    public static ControlPlane start(
            String kubeconfig, ClusterDelays delays, JobRunner jobs, FaultPlan faults, Consumer<Boolean> addressMoves) {
        KubernetesClient client =
                new KubeConnector("simulated-cluster").connect(Kubeconfig.parse(kubeconfig, "simulated cluster"));
        DefaultRoles.read().create(client);
        ControlPlane plane = new ControlPlane(client, delays, jobs, faults, addressMoves);
        plane.thread.start();
        return plane;
    }

    /**
     * Sets the machines of the cluster.
     *
     * @param anyControlPlane whether a control plane machine is running; without one, no controller runs
     */
    public void follow(List<ClusterMember> members, boolean anyControlPlane) {
        view.members(members);
        served = anyControlPlane;
        wake();
    }

    /** Sets the objects that the machines create if they do not exist. */
    public void require(List<Map<String, Object>> objects) {
        manifests.manifests(objects);
        wake();
    }

    private void wake() {
        bell.offer(true);
    }

    private void live() {
        Duration pause = Duration.ZERO;
        while (!closed) {
            try {
                Boolean unused = bell.poll(Math.max(1, pause.toMillis()), TimeUnit.MILLISECONDS);
                pause = reconcile();
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                pause = AFTER_FAILURE;
                if (!closed) {
                    LOG.warn("A controller of a simulated cluster failed and will be retried", e);
                }
            }
        }
    }

    private Duration reconcile() throws InterruptedException {
        if (!served) {
            return Duration.ofMillis(IDLE_MILLIS);
        }
        waits.beginRound();
        view.beginLook();
        controllers.forEach(controller -> controller.reconcile(view));
        Duration next = waits.endRound().orElse(Duration.ofMillis(IDLE_MILLIS));
        return writes.flush() || next.compareTo(AFTER_CONFLICT) < 0 ? next : AFTER_CONFLICT;
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        kubelet.close();
        try {
            thread.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        caches.close();
        writes.close();
        client.close();
    }
}
