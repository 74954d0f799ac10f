package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.embedded.RequestInterceptor;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.talos.etcd.AvailabilityRecorder;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;

/** A network of simulated Talos machines. Machines whose configurations share a token form a cluster. */
public final class SimulatedTalos implements AutoCloseable {
    private final List<SimulatedNode> nodes = new CopyOnWriteArrayList<>();
    private final List<ClusterState> clusters = new CopyOnWriteArrayList<>();
    private final List<Runnable> watchers = new CopyOnWriteArrayList<>();

    private final FaultPlan faults;

    public SimulatedTalos() {
        this(FaultPlan.none());
    }

    /**
     * Creates a network without machines.
     *
     * @param faults faults to inject into machines; its gate sees the requests to all machines
     */
    public SimulatedTalos(FaultPlan faults) {
        this.faults = faults;
    }

    /** All changes of all machines run on this thread, in order. */
    private final ScheduledExecutorService life = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("simulated-talos").factory());

    /** Powers on a machine. It listens in maintenance mode when this method returns. */
    public SimulatedNode start(SimulatedNodeOptions options) {
        return start(options, Optional.empty());
    }

    /**
     * Powers on a machine with user data. If it is a valid machine configuration, the machine skips maintenance mode;
     * any other content is ignored.
     */
    public SimulatedNode start(SimulatedNodeOptions options, Optional<String> userData) {
        SimulatedNode node = new SimulatedNode(options, userData, this);
        nodes.add(node);
        node.powerOn();
        return node;
    }

    /** Deletes a machine with its disk. It stays a member of etcd, whose data is lost with the last machine that has it. */
    public void remove(SimulatedNode node) {
        Optional<ClusterState> left = node.cluster();
        node.powerOff();
        nodes.remove(node);
        left.ifPresent(this::endWithoutData);
        changed();
    }

    void endWithoutData(ClusterState cluster) {
        boolean survives =
                members(cluster).stream().anyMatch(node -> node.etcd().current().isPresent());
        if (!survives) {
            cluster.etcd().end();
        }
    }

    /** Returns what was observed in the clusters of this name, the latest one first. */
    public List<AvailabilityRecorder> availability(String clusterName) {
        return clusters.reversed().stream()
                .filter(cluster -> members(cluster).stream()
                        .flatMap(node -> node.document().stream())
                        .anyMatch(document -> document.clusterName().equals(clusterName)))
                .map(ClusterState::availability)
                .toList();
    }

    /** Registers a callback for every change of a machine. It runs on the thread of the machines and must not block. */
    public void watch(Runnable watcher) {
        watchers.add(watcher);
    }

    void changed() {
        recordAvailability();
        watchers.forEach(Runnable::run);
    }

    /** Observes and records under one lock, so that no thread records an older state after a newer one. */
    private void recordAvailability() {
        synchronized (watchers) {
            for (ClusterState cluster : clusters) {
                if (cluster.isStarted()) {
                    cluster.availability().onApi(members(cluster).stream().anyMatch(SimulatedNode::isServing));
                }
            }
        }
    }

    /** Reacts to a change of etcd on the thread of the machines, because the caller holds a lock. */
    private void etcdChanged() {
        try {
            life.execute(() -> {
                tellAll();
                changed();
            });
        } catch (RejectedExecutionException closed) {
            // The network is shutting down.
            return;
        }
    }

    public List<SimulatedNode> nodes() {
        return List.copyOf(nodes);
    }

    RequestInterceptor gate() {
        return faults.gate();
    }

    FaultPlan faults() {
        return faults;
    }

    ScheduledExecutorService life() {
        return life;
    }

    synchronized ClusterState cluster(MachineDocument document) {
        return clusters.stream()
                .filter(cluster -> cluster.token().equals(document.token()))
                .findFirst()
                .orElseGet(() -> {
                    ClusterState fresh = new ClusterState(document.token(), this::etcdChanged);
                    clusters.add(fresh);
                    return fresh;
                });
    }

    List<SimulatedNode> members(ClusterState cluster) {
        return nodes.stream()
                .filter(node -> node.cluster().equals(Optional.of(cluster)))
                .toList();
    }

    /** Notifies all machines of a change. */
    void tellAll() {
        nodes.forEach(SimulatedNode::look);
    }

    @Override
    public void close() {
        nodes.forEach(SimulatedNode::close);
        life.shutdownNow();
    }
}
