package dev.butlerlabs.sim.talos;

import com.google.protobuf.MessageLite;
import dev.butlerlabs.core.talos.wire.Machine;
import dev.butlerlabs.sim.talos.etcd.EtcdCluster;
import dev.butlerlabs.sim.talos.etcd.EtcdRefusedException;
import dev.butlerlabs.sim.talos.etcd.SimulatedMember;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.Optional;

/** The calls of the machine service about members of etcd. */
final class EtcdApi {
    private static final String VERSION = "3.6.6";
    private static final String STORAGE_VERSION = "3.6.0";

    private final SimulatedNode node;

    EtcdApi(SimulatedNode node) {
        this.node = node;
    }

    private EtcdCluster etcd() {
        return node.cluster().orElseThrow().etcd();
    }

    void members(StreamObserver<Machine.EtcdMemberListResponse> answers) {
        respond(answers, "", () -> {
            etcd().requireLeader();
            Machine.EtcdMembers.Builder members = Machine.EtcdMembers.newBuilder();
            for (SimulatedMember member : etcd().members()) {
                members.addLegacyMembers(member.name())
                        .addMembers(Machine.EtcdMember.newBuilder()
                                .setId(member.id())
                                .setHostname(member.name())
                                .addPeerUrls(member.peerUrl())
                                .addClientUrls(member.clientUrl())
                                .setIsLearner(member.learner()));
            }
            return Machine.EtcdMemberListResponse.newBuilder()
                    .addMessages(members)
                    .build();
        });
    }

    /** Reports the state of the local process, also without a quorum. */
    void status(StreamObserver<Machine.EtcdStatusResponse> answers) {
        Optional<SimulatedMember> own = node.etcd().current().filter(SimulatedMember::running);
        if (own.isEmpty()) {
            // A real machine waits for its etcd until the client gives up.
            return;
        }
        long size = node.cluster().orElseThrow().data().length;
        Machine.EtcdMemberStatus.Builder status = Machine.EtcdMemberStatus.newBuilder()
                .setMemberId(own.get().id())
                .setIsLearner(own.get().learner())
                .setProtocolVersion(VERSION)
                .setStorageVersion(STORAGE_VERSION)
                .setLeader(etcd().leader())
                .setRaftTerm(etcd().term())
                .setRaftIndex(etcd().index())
                .setRaftAppliedIndex(etcd().index())
                .setDbSize(size)
                .setDbSizeInUse(size);
        if (etcd().leader() == 0) {
            status.addErrors("etcdserver: no leader");
        }
        answers.onNext(Machine.EtcdStatusResponse.newBuilder()
                .addMessages(Machine.EtcdStatus.newBuilder().setMemberStatus(status))
                .build());
        answers.onCompleted();
    }

    /** Reports no alarms: a simulated database is never full or corrupt. */
    void alarms(StreamObserver<Machine.EtcdAlarmListResponse> answers) {
        if (node.etcd().state() != EtcdService.State.RUNNING) {
            return;
        }
        respond(answers, "failed to list etcd alarms: ", () -> {
            etcd().requireLeader();
            return Machine.EtcdAlarmListResponse.newBuilder()
                    .addMessages(Machine.EtcdAlarm.getDefaultInstance())
                    .build();
        });
    }

    void remove(
            Machine.EtcdRemoveMemberByIDRequest request, StreamObserver<Machine.EtcdRemoveMemberByIDResponse> answers) {
        String failure = "failed to remove member: failed to remove member %s: "
                .formatted(Long.toUnsignedString(request.getMemberId()));
        respond(answers, failure, () -> {
            etcd().remove(request.getMemberId());
            return Machine.EtcdRemoveMemberByIDResponse.newBuilder()
                    .addMessages(Machine.EtcdRemoveMemberByID.getDefaultInstance())
                    .build();
        });
    }

    void leave(StreamObserver<Machine.EtcdLeaveClusterResponse> answers) {
        respond(answers, "failed to leave cluster: ", () -> {
            node.etcd().leave();
            return Machine.EtcdLeaveClusterResponse.newBuilder()
                    .addMessages(Machine.EtcdLeaveCluster.getDefaultInstance())
                    .build();
        });
    }

    void forfeitLeadership(StreamObserver<Machine.EtcdForfeitLeadershipResponse> answers) {
        respond(answers, "failed to forfeit leadership: ", () -> {
            long own = node.etcd().current().map(SimulatedMember::id).orElse(0L);
            return Machine.EtcdForfeitLeadershipResponse.newBuilder()
                    .addMessages(Machine.EtcdForfeitLeadership.newBuilder()
                            .setMember(etcd().forfeitLeadership(own).orElse("")))
                    .build();
        });
    }

    private <T extends MessageLite> void respond(StreamObserver<T> answers, String failure, EtcdCall<T> call) {
        if (node.etcd().state() != EtcdService.State.RUNNING && !etcd().hasQuorum()) {
            // A real machine waits for any etcd until the client gives up.
            return;
        }
        try {
            T answer = call.call();
            answers.onNext(answer);
            answers.onCompleted();
        } catch (EtcdRefusedException e) {
            Status status = e.isMemberNotFound() ? Status.NOT_FOUND : Status.UNKNOWN;
            answers.onError(status.withDescription(failure + e.getMessage()).asRuntimeException());
        }
    }

    /** A call that etcd may reject. */
    private interface EtcdCall<T> {
        T call() throws EtcdRefusedException;
    }
}
