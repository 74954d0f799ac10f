package dev.butlerlabs.core.talos.client;

import com.google.protobuf.ByteString;
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
