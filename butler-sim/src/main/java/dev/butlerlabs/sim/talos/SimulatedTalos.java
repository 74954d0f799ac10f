package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.embedded.Gate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** Some machines that can find each other, as on one network. Machines whose configurations share a token form a cluster. */
public final class SimulatedTalos implements AutoCloseable {
    private final List<SimulatedNode> nodes = new CopyOnWriteArrayList<>();
    private final List<ClusterState> clusters = new CopyOnWriteArrayList<>();
    private final List<Runnable> watchers = new CopyOnWriteArrayList<>();

    private final Gate gate;

    public SimulatedTalos() {
        this(Gate.OPEN);
    }

    /** @param gate stands at the doors of all machines */
    public SimulatedTalos(Gate gate) {
        this.gate = gate;
    }

    /** All changes of all machines happen on this one thread, in order. */
    private final ScheduledExecutorService life = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("simulated-talos").factory());

    /** Switches a machine on; it listens, in maintenance, when this returns. */
    public SimulatedNode start(NodeOptions options) {
        return start(options, Optional.empty());
    }

    /**
     * Switches a machine on that finds this at its first boot, as user data. When it is a machine configuration, it needs no
     * maintenance; anything else is as good as nothing.
     */
    public SimulatedNode start(NodeOptions options, Optional<String> userData) {
        SimulatedNode node = new SimulatedNode(options, userData, this);
        nodes.add(node);
        node.powerOn();
        return node;
    }

    /** Takes a machine away with its disk. Etcd goes with the last control plane of a cluster. */
    public void remove(SimulatedNode node) {
        Optional<ClusterState> left = node.cluster();
        node.powerOff();
        nodes.remove(node);
        left.ifPresent(this::endWithoutControlPlane);
        changed();
    }

    void endWithoutControlPlane(ClusterState cluster) {
        boolean survives = members(cluster).stream()
                .flatMap(node -> node.document().stream())
                .anyMatch(MachineDocument::controlPlane);
        if (!survives) {
            cluster.end();
        }
    }

    /** From now on called after every change of a machine, on the thread of the machines: to be quick about it. */
    public void watch(Runnable watcher) {
        watchers.add(watcher);
    }

    void changed() {
        watchers.forEach(Runnable::run);
    }

    public List<SimulatedNode> nodes() {
        return List.copyOf(nodes);
    }

    Gate gate() {
        return gate;
    }

    ScheduledExecutorService life() {
        return life;
    }

    synchronized ClusterState cluster(MachineDocument document) {
        return clusters.stream()
                .filter(cluster -> cluster.token().equals(document.token()))
                .findFirst()
                .orElseGet(() -> {
                    ClusterState fresh = new ClusterState(document.token());
                    clusters.add(fresh);
                    return fresh;
                });
    }

    List<SimulatedNode> members(ClusterState cluster) {
        return nodes.stream()
                .filter(node -> node.cluster().equals(Optional.of(cluster)))
                .toList();
    }

    /** Something changed that others may have waited for. */
    void tellAll() {
        nodes.forEach(SimulatedNode::look);
    }

    @Override
    public void close() {
        nodes.forEach(SimulatedNode::close);
        life.shutdownNow();
    }
}
