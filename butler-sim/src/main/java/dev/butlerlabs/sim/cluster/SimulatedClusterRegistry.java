package dev.butlerlabs.sim.cluster;

import dev.butlerlabs.sim.talos.SimulatedNode;
import dev.butlerlabs.sim.talos.SimulatedTalos;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts a Kubernetes cluster when etcd is bootstrapped on its machines, and closes it when etcd is gone. */
final class SimulatedClusterRegistry implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SimulatedClusterRegistry.class);
    private static final long CLOSE_SECONDS = 30;

    private final TalosHostOptions options;
    private final LoopbackNetwork network;
    private final SimulatedTalos talos;
    private final Map<String, SimulatedCluster> running = new ConcurrentHashMap<>();
    private final Map<String, Optional<MachineKubernetesSettings>> read = new ConcurrentHashMap<>();
    private final AtomicBoolean due = new AtomicBoolean();
    private volatile boolean closed;

    /** Separate from the thread of the machines, which must continue while a cluster starts. */
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("simulated-clusters").factory());

    SimulatedClusterRegistry(TalosHostOptions options, LoopbackNetwork network, SimulatedTalos talos) {
        this.options = options;
        this.network = network;
        this.talos = talos;
    }

    List<SimulatedCluster> all() {
        return List.copyOf(running.values());
    }

    /** Schedules a check; several changes in a row result in one check. */
    void changed() {
        if (!closed && due.compareAndSet(false, true)) {
            try {
                thread.execute(this::reconcile);
            } catch (RejectedExecutionException closedMeanwhile) {
                due.set(false);
            }
        }
    }

    private void reconcile() {
        due.set(false);
        if (closed) {
            return;
        }
        try {
            Map<String, List<ClusterMachine>> present = machines();
            endGone(present);
            present.forEach(this::follow);
        } catch (RuntimeException e) {
            LOG.error("Could not update a simulated cluster from its machines", e);
        }
    }

    private Map<String, List<ClusterMachine>> machines() {
        Map<String, List<ClusterMachine>> machines = new LinkedHashMap<>();
        for (SimulatedNode node : talos.nodes()) {
            facts(node)
                    .filter(facts -> node.etcdRuns())
                    .ifPresent(facts -> machines.computeIfAbsent(
                                    facts.token() + "/" + node.bootstraps(), key -> new ArrayList<>())
                            .add(new ClusterMachine(node, facts)));
        }
        return machines;
    }

    private Optional<MachineKubernetesSettings> facts(SimulatedNode node) {
        String configuration = node.configuration();
        return configuration.isEmpty()
                ? Optional.empty()
                : read.computeIfAbsent(configuration, text -> read(node, text));
    }

    private static Optional<MachineKubernetesSettings> read(SimulatedNode node, String configuration) {
        try {
            return Optional.of(MachineKubernetesSettings.parse(configuration));
        } catch (IllegalArgumentException e) {
            LOG.warn("Invalid Kubernetes settings in the configuration of {}: {}", node.hostname(), e.getMessage());
            return Optional.empty();
        }
    }

    private void endGone(Map<String, List<ClusterMachine>> present) {
        running.forEach((key, cluster) -> {
            if (!present.containsKey(key)) {
                running.remove(key);
                cluster.close();
            }
        });
    }

    private void follow(String key, List<ClusterMachine> machines) {
        SimulatedCluster cluster = running.get(key);
        if (cluster == null) {
            Optional<MachineKubernetesSettings> controlPlane = machines.stream()
                    .map(ClusterMachine::facts)
                    .filter(facts -> facts.authorityKey().isPresent())
                    .findFirst();
            if (controlPlane.isEmpty()) {
                return;
            }
            SimulatedNode node = machines.getFirst().node();
            cluster = SimulatedCluster.start(controlPlane.get(), options, network, node.recoveredSnapshot());
            running.put(key, cluster);
            node.serveSnapshots(cluster::snapshot);
        }
        cluster.follow(machines);
    }

    @Override
    public void close() {
        closed = true;
        thread.shutdown();
        try {
            if (!thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("A simulated cluster is still starting during shutdown");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        running.values().forEach(SimulatedCluster::close);
        running.clear();
    }
}
