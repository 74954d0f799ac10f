package dev.butlerlabs.sim.talos;

import dev.butlerlabs.sim.talos.etcd.AvailabilityRecorder;
import dev.butlerlabs.sim.talos.etcd.EtcdCluster;
import java.util.Optional;

/** The shared state of a cluster's machines: etcd and its data. */
final class ClusterState {
    private final String token;
    private final AvailabilityRecorder availability = new AvailabilityRecorder();
    private final EtcdCluster etcd;
    private byte[] data = BoltFile.empty();
    private Optional<byte[]> uploaded = Optional.empty();
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
     * @return ID of its only member
     */
    synchronized long start(boolean recovered, String name, String address) {
        if (recovered) {
            data = uploaded.orElseThrow();
        }
        recoveryFailed = false;
        bootstraps++;
        return etcd.bootstrap(name, address);
    }

    /** Records that etcd could not start because no snapshot was uploaded. */
    synchronized void failRecovery() {
        recoveryFailed = true;
    }

    synchronized boolean recoveryFailed() {
        return recoveryFailed;
    }

    synchronized boolean hasUpload() {
        return uploaded.isPresent();
    }

    synchronized void upload(byte[] snapshot) {
        uploaded = Optional.of(snapshot.clone());
    }

    synchronized byte[] data() {
        return data.clone();
    }
}
