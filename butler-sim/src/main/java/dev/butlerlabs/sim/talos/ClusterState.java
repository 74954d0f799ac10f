package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.etcd.EtcdSnapshotReader;
import dev.butlerlabs.core.etcd.EtcdSnapshotWriter;
import dev.butlerlabs.core.etcd.SnapshotSource;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The shared state of a cluster's machines: etcd. */
final class ClusterState {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterState.class);

    private final String token;
    private Supplier<byte[]> source = ClusterState::empty;
    private Optional<byte[]> recovered = Optional.empty();
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

    synchronized void start(boolean fromUpload) {
        recovered = fromUpload ? Optional.of(uploaded.orElseThrow()) : Optional.empty();
        byte[] first = recovered.orElseGet(ClusterState::empty);
        source = first::clone;
        started = true;
        recoveryFailed = false;
        bootstraps++;
    }

    /** Records that etcd could not start because no valid snapshot was uploaded. */
    synchronized void failRecovery() {
        recoveryFailed = true;
    }

    synchronized boolean recoveryFailed() {
        return recoveryFailed;
    }

    /** Returns whether a snapshot was uploaded from which etcd can start. */
    synchronized boolean canRecover() {
        return uploaded.filter(ClusterState::isSnapshot).isPresent();
    }

    private static boolean isSnapshot(byte[] upload) {
        try {
            EtcdSnapshotReader.open(SnapshotSource.of(upload));
            return true;
        } catch (IOException e) {
            LOG.info("etcd cannot start from the uploaded snapshot: {}", e.getMessage());
            return false;
        }
    }

    synchronized void upload(byte[] snapshot) {
        uploaded = Optional.of(snapshot.clone());
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

    /** Deletes etcd, when its last member is wiped. */
    synchronized void end() {
        started = false;
    }
}
