package dev.butlerlabs.core.talos.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.Empty;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.talos.wire.Common;
import dev.butlerlabs.core.talos.wire.Machine;
import dev.butlerlabs.core.talos.wire.MachineServiceGrpc;
import io.grpc.StatusException;
import io.grpc.stub.BlockingClientCall;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The etcd calls of the Talos API. Thread-safe. */
public final class EtcdCalls {
    /** Long enough for several gigabytes on a slow connection. */
    private static final Duration TRANSFER_LIMIT = Duration.ofMinutes(30);

    /** Longer than etcd waits for a new leader. */
    private static final Duration CHANGE_LIMIT = Duration.ofSeconds(30);

    private static final int CHUNK = 64 * 1024;

    private final TalosCalls calls;

    EtcdCalls(TalosCalls calls) {
        this.calls = calls;
    }

    public List<EtcdMember> members() {
        Machine.EtcdMemberListRequest request = Machine.EtcdMemberListRequest.getDefaultInstance();
        return TalosClient.only(calls.ask(
                                "listing etcd members",
                                MachineServiceGrpc::newBlockingV2Stub,
                                TalosCalls.SHORT,
                                stub -> stub.etcdMemberList(request))
                        .getMessagesList())
                .getMembersList()
                .stream()
                .map(EtcdCalls::member)
                .toList();
    }

    private static EtcdMember member(Machine.EtcdMember member) {
        return new EtcdMember(
                member.getId(),
                member.getHostname(),
                member.getPeerUrlsList(),
                member.getClientUrlsList(),
                member.getIsLearner());
    }

    /** Returns the state of etcd on this machine. */
    public EtcdMemberStatus status() {
        Machine.EtcdMemberStatus status = TalosClient.only(calls.ask(
                                "reading the status of etcd",
                                MachineServiceGrpc::newBlockingV2Stub,
                                TalosCalls.SHORT,
                                stub -> stub.etcdStatus(Empty.getDefaultInstance()))
                        .getMessagesList())
                .getMemberStatus();
        return new EtcdMemberStatus(
                status.getMemberId(),
                status.getLeader(),
                status.getIsLearner(),
                status.getRaftTerm(),
                status.getRaftIndex(),
                status.getRaftAppliedIndex(),
                status.getDbSize(),
                status.getDbSizeInUse(),
                status.getProtocolVersion(),
                status.getErrorsList());
    }

    /** Returns the active alarms of all members. */
    public List<EtcdAlarm> alarms() {
        return TalosClient.only(calls.ask(
                                "listing etcd alarms",
                                MachineServiceGrpc::newBlockingV2Stub,
                                TalosCalls.SHORT,
                                stub -> stub.etcdAlarmList(Empty.getDefaultInstance()))
                        .getMessagesList())
                .getMemberAlarmsList()
                .stream()
                .filter(alarm -> alarm.getAlarm() != Machine.EtcdMemberAlarm.AlarmType.NONE)
                .map(alarm -> new EtcdAlarm(alarm.getMemberId(), type(alarm.getAlarm())))
                .toList();
    }

    private static EtcdAlarm.Type type(Machine.EtcdMemberAlarm.AlarmType alarm) {
        return switch (alarm) {
            case NOSPACE -> EtcdAlarm.Type.NOSPACE;
            case CORRUPT -> EtcdAlarm.Type.CORRUPT;
            case NONE, UNRECOGNIZED -> EtcdAlarm.Type.OTHER;
        };
    }

    /**
     * Removes a member from etcd. Its machine need not be running. Must be called on the machine of another member.
     *
     * @param id member ID as in {@link EtcdMember#id()}
     * @throws ButlerException with {@code NOT_FOUND} if the member does not exist
     */
    public void removeMember(long id) {
        Machine.EtcdRemoveMemberByIDRequest request =
                Machine.EtcdRemoveMemberByIDRequest.newBuilder().setMemberId(id).build();
        calls.ask(
                "removing etcd member %016x".formatted(id),
                MachineServiceGrpc::newBlockingV2Stub,
                CHANGE_LIMIT,
                stub -> stub.etcdRemoveMemberByID(request));
    }

    /** Removes the member of this machine from etcd and deletes its data. The machine retries while etcd is unhealthy. */
    public void leave() {
        calls.ask(
                "leaving etcd",
                MachineServiceGrpc::newBlockingV2Stub,
                CHANGE_LIMIT,
                stub -> stub.etcdLeaveCluster(Machine.EtcdLeaveClusterRequest.getDefaultInstance()));
    }

    /**
     * Transfers leadership to another member.
     *
     * @return host name of the new leader; empty if this machine is not the leader
     */
    public Optional<String> forfeitLeadership() {
        Machine.EtcdForfeitLeadershipRequest request = Machine.EtcdForfeitLeadershipRequest.getDefaultInstance();
        String leader = TalosClient.only(calls.ask(
                                "transferring the leadership of etcd",
                                MachineServiceGrpc::newBlockingV2Stub,
                                CHANGE_LIMIT,
                                stub -> stub.etcdForfeitLeadership(request))
                        .getMessagesList())
                .getMember();
        return Optional.of(leader).filter(name -> !name.isEmpty());
    }

    /** Writes a snapshot of etcd to a stream. */
    public void snapshot(OutputStream target) {
        calls.stream(
                "reading the etcd snapshot",
                MachineServiceGrpc::newBlockingV2Stub,
                Optional.of(TRANSFER_LIMIT),
                stub -> stub.etcdSnapshot(Machine.EtcdSnapshotRequest.getDefaultInstance()),
                StreamAssembler.into(target));
    }

    /** Uploads a snapshot to a control plane node, which is then bootstrapped from it. */
    public void recover(InputStream snapshot) {
        calls.ask(
                "uploading the etcd snapshot",
                MachineServiceGrpc::newBlockingV2Stub,
                TRANSFER_LIMIT,
                stub -> upload(stub.etcdRecover(), snapshot));
    }

    private Machine.EtcdRecoverResponse upload(
            BlockingClientCall<Common.Data, Machine.EtcdRecoverResponse> call, InputStream snapshot)
            throws StatusException, InterruptedException {
        try {
            byte[] chunk = snapshot.readNBytes(CHUNK);
            boolean open = true;
            while (open && chunk.length > 0) {
                open = call.write(Common.Data.newBuilder()
                        .setBytes(ByteString.copyFrom(chunk))
                        .build());
                chunk = snapshot.readNBytes(CHUNK);
            }
        } catch (IOException e) {
            call.cancel("cannot read the snapshot", e);
            throw new ButlerException(
                    ErrorCode.UNREADABLE_FILE, "Cannot read the snapshot: %s.".formatted(e.getMessage()), e);
        }
        call.halfClose();
        return call.read();
    }
}
