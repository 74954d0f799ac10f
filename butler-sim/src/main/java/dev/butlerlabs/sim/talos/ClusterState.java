package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.etcd.EtcdSnapshotWriter;
import dev.butlerlabs.sim.talos.etcd.AvailabilityRecorder;
import dev.butlerlabs.sim.talos.etcd.EtcdCluster;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The shared state of a cluster's machines: etcd and its data. */
final class ClusterState {
    private final String token;
    private final AvailabilityRecorder availability = new AvailabilityRecorder();
    private final EtcdCluster etcd;
    private Supplier<byte[]> source = ClusterState::empty;
    private Optional<byte[]> recovered = Optional.empty();
    private boolean recoveryFailed;
    private int bootstraps;

    ClusterState(String token, Runnable onChange) {
        this.token = token;
        this.etcd = new EtcdCluster(availability, onChange);
    }

    String token() {
        return token;
    }

    EtcdCluster etcd() {
        return etcd;
    }

    AvailabilityRecorder availability() {
        return availability;
    }

    /** Returns whether etcd is bootstrapped and its data still exists. */
    boolean isStarted() {
        return etcd.exists();
    }

    synchronized int bootstraps() {
        return bootstraps;
    }

    /**
     * Bootstraps etcd on a machine.
     *
     * @param snapshot the snapshot to start from; empty for an etcd without content
     * @return ID of its only member
     */
    synchronized long start(Optional<byte[]> snapshot, String name, String address) {
        recovered = snapshot.map(byte[]::clone);
        byte[] first = recovered.orElseGet(ClusterState::empty);
        source = first::clone;
        recoveryFailed = false;
        bootstraps++;
        return etcd.bootstrap(name, address);
    }

    /** Records that etcd could not start because no valid snapshot was uploaded. */
    synchronized void failRecovery() {
        recoveryFailed = true;
    }

    synchronized boolean recoveryFailed() {
        return recoveryFailed;
    }

    private static byte[] empty() {
        return EtcdSnapshotWriter.write(1, List.of());
    }

    /** Returns the snapshot from which etcd was bootstrapped. */
    synchronized Optional<byte[]> recovered() {
        return recovered.map(byte[]::clone);
    }

    /** Sets where snapshots come from. */
    synchronized void serveSnapshots(Supplier<byte[]> snapshots) {
        source = snapshots;
    }

    /** Returns a snapshot of etcd. */
    byte[] data() {
        Supplier<byte[]> current;
        synchronized (this) {
            current = source;
        }
        return current.get();
    }
}
