package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.etcd.EtcdSnapshotReader;
import dev.butlerlabs.core.etcd.SnapshotSource;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.talos.etcd.EtcdCluster;
import dev.butlerlabs.sim.talos.etcd.EtcdRefusedException;
import dev.butlerlabs.sim.talos.etcd.SimulatedMember;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The etcd service of a control plane machine. Its data directory contains the identity of the member: a machine whose member was
 * removed cannot join again before the directory is deleted.
 */
final class EtcdService {
    private static final Logger LOG = LoggerFactory.getLogger(EtcdService.class);

    private final SimulatedNode node;
    private Optional<Long> member = Optional.empty();
    private Optional<byte[]> uploaded = Optional.empty();
    private boolean left;
    private volatile boolean promoting;
    private volatile Optional<FaultKind> fault = Optional.empty();

    EtcdService(SimulatedNode node) {
        this.node = node;
    }

    /** States of the service. */
    enum State {
        /** Waits until etcd is bootstrapped, or until the member may join. */
        PREPARING,
        RUNNING,
        /** The process ends because its member was removed. */
        FAILING,
        /** Stopped after the member left. */
        FINISHED
    }

    synchronized State state() {
        if (left) {
            return State.FINISHED;
        }
        if (member.isEmpty()) {
            return State.PREPARING;
        }
        return current()
                .map(own -> own.running() ? State.RUNNING : State.PREPARING)
                .orElse(State.FAILING);
    }

    /** Returns the member whose data the machine has, unless it was removed. */
    synchronized Optional<SimulatedMember> current() {
        return member.flatMap(id -> etcd().flatMap(cluster -> cluster.member(id)));
    }

    synchronized boolean hasData() {
        return member.isPresent();
    }

    /** Returns whether the member runs as a voter of an etcd with a quorum. */
    boolean isHealthy() {
        return current().filter(own -> own.running() && !own.learner()).isPresent()
                && etcd().filter(EtcdCluster::hasQuorum).isPresent();
    }

    private Optional<EtcdCluster> etcd() {
        return node.cluster().map(ClusterState::etcd);
    }

    /** Stores a snapshot on the machine. */
    synchronized void upload(byte[] snapshot) {
        uploaded = Optional.of(snapshot.clone());
    }

    /** Returns whether the machine has a snapshot from which etcd can start. */
    synchronized boolean canRecover() {
        return uploaded.filter(EtcdService::isSnapshot).isPresent();
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

    synchronized void bootstrap(boolean recovered) {
        member = Optional.of(node.cluster()
                .orElseThrow()
                .start(
                        recovered ? uploaded : Optional.empty(),
                        node.hostname(),
                        node.address().getAddress().getHostAddress()));
    }

    /**
     * Starts the service after a boot: with data as the same member, otherwise as a learner of an existing etcd, which is promoted
     * later. May be called again until it returns true.
     *
     * @return whether the member runs as a voter of an etcd with a quorum
     */
    boolean start() {
        if (fault.filter(FaultKind.ETCD_STOPPED::equals).isEmpty()) {
            startedLearner().ifPresent(this::promoteLater);
        }
        return isHealthy();
    }

    private synchronized Optional<Long> startedLearner() {
        EtcdCluster cluster = etcd().orElseThrow();
        if (left) {
            return Optional.empty();
        }
        if (member.isEmpty()) {
            member = cluster.join(node.hostname(), node.address().getAddress().getHostAddress());
            return member;
        }
        boolean unused = cluster.start(member.get());
        return current().filter(SimulatedMember::learner).map(SimulatedMember::id);
    }

    private void promoteLater(long learner) {
        if (promoting || fault.filter(FaultKind.STUCK_LEARNER::equals).isPresent()) {
            return;
        }
        promoting = true;
        node.afterBootDelay(() -> {
            promoting = false;
            etcd().ifPresent(cluster -> cluster.promote(learner));
            node.look();
        });
    }

    /** Stops the process, as at a shutdown. */
    synchronized void stop() {
        etcd().ifPresent(cluster -> member.ifPresent(cluster::stop));
    }

    /** Permits a member that left to join again, and decides about faults until the next boot. */
    synchronized void onBoot() {
        left = false;
        promoting = false;
        fault = node.network().faults().next(FaultKind.Stage.ETCD, SimulatedOperation.BOOT, node.hostname());
    }

    /**
     * Removes the member and deletes its data.
     *
     * @throws EtcdRefusedException if etcd rejects the removal
     */
    synchronized void leave() throws EtcdRefusedException {
        Optional<SimulatedMember> own = current();
        if (own.isPresent()) {
            etcd().orElseThrow().remove(own.get().id());
        }
        member = Optional.empty();
        left = true;
    }

    /** Deletes the data directory; the member stays in the list of members. */
    synchronized void wipe() {
        stop();
        member = Optional.empty();
        uploaded = Optional.empty();
        left = false;
    }
}
