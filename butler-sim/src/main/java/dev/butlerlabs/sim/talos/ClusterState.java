package dev.butlerlabs.sim.talos;

import java.util.Optional;

/** The shared state of a cluster's machines: etcd. */
final class ClusterState {
    private final String token;
    private byte[] data = BoltFile.empty();
    private Optional<byte[]> uploaded = Optional.empty();
    private boolean started;
    private boolean recoveryFailed;
    private int bootstraps;

    ClusterState(String token) {
        this.token = token;
    }

    String token() {
        return token;
    }

    synchronized boolean isStarted() {
        return started;
    }

    synchronized int bootstraps() {
        return bootstraps;
    }

    synchronized void start(boolean recovered) {
        if (recovered) {
            data = uploaded.orElseThrow();
        }
        started = true;
        recoveryFailed = false;
        bootstraps++;
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

    /** Deletes etcd, when its last member is wiped. */
    synchronized void end() {
        started = false;
    }
}
