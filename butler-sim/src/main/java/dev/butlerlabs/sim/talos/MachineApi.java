package dev.butlerlabs.sim.talos;

import com.google.protobuf.Empty;
import dev.butlerlabs.core.talos.config.RunMode;
import dev.butlerlabs.core.talos.wire.Common;
import dev.butlerlabs.core.talos.wire.Machine;
import dev.butlerlabs.core.talos.wire.MachineServiceGrpc;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Optional;
import java.util.UUID;

/** The machine service: state and lifecycle of a machine. */
final class MachineApi extends MachineServiceGrpc.MachineServiceImplBase {
    private final SimulatedNode node;
    private final EtcdApi etcd;
    private final NodeLogApi logs;
    private final UpgradeApi upgrades;

    MachineApi(SimulatedNode node) {
        this.node = node;
        this.etcd = new EtcdApi(node);
        this.logs = new NodeLogApi(node);
        this.upgrades = new UpgradeApi(node);
    }

    @Override
    public void applyConfiguration(
            Machine.ApplyConfigurationRequest request, StreamObserver<Machine.ApplyConfigurationResponse> answers) {
        new ApplyConfigurationHandler(node, request, answers).run();
    }

    @Override
    public void bootstrap(Machine.BootstrapRequest request, StreamObserver<Machine.BootstrapResponse> answers) {
        Optional<Status> refusal = bootstrapRefusal();
        if (refusal.isPresent()) {
            answers.onError(refusal.get().asRuntimeException());
            return;
        }
        ClusterState cluster = node.cluster().orElseThrow();
        if (request.getRecoverEtcd() && !node.etcd().canRecover()) {
            // A real machine accepts the request, too, and its service fails.
            cluster.failRecovery();
        } else {
            node.etcd().bootstrap(request.getRecoverEtcd());
        }
        answers.onNext(Machine.BootstrapResponse.newBuilder()
                .addMessages(Machine.Bootstrap.getDefaultInstance())
                .build());
        answers.onCompleted();
    }

    /** Returns why bootstrap is rejected, with checks in the order of a real machine. */
    private Optional<Status> bootstrapRefusal() {
        if (node.stage() != NodeStage.BOOTING && node.stage() != NodeStage.RUNNING) {
            return Optional.of(Status.FAILED_PRECONDITION.withDescription("bootstrap is not available yet"));
        }
        MachineDocument document = node.document().orElseThrow();
        if (!document.controlPlane()) {
            Status status = node.release().isAtLeast(13) ? Status.UNIMPLEMENTED : Status.FAILED_PRECONDITION;
            return Optional.of(status.withDescription("bootstrap can only be performed on a control plane node"));
        }
        if (node.refusesBootstrap()) {
            return Optional.of(Status.FAILED_PRECONDITION.withDescription("time is not in sync yet"));
        }
        if (node.etcd().hasData() || node.cluster().orElseThrow().etcd().hasQuorum()) {
            // A machine without data joins a running etcd before the request arrives.
            return Optional.of(Status.ALREADY_EXISTS.withDescription("etcd data directory is not empty"));
        }
        return Optional.empty();
    }

    @Override
    public void imagePull(Machine.ImagePullRequest request, StreamObserver<Machine.ImagePullResponse> answers) {
        ImageApi.pull(request, answers);
    }

    @Override
    public void kubeconfig(Empty request, StreamObserver<Common.Data> answers) {
        if (rejectsOnWorker("kubeconfig", answers)) {
            return;
        }
        MachineDocument document = node.document().orElseThrow();
        try {
            NodeLogApi.send(KubeconfigTar.make(document), answers);
        } catch (GeneralSecurityException | IOException e) {
            answers.onError(Status.INTERNAL.withCause(e).asRuntimeException());
        }
    }

    @Override
    public void version(Empty request, StreamObserver<Machine.VersionResponse> answers) {
        answers.onNext(Machine.VersionResponse.newBuilder()
                .addMessages(Machine.Version.newBuilder()
                        .setVersion(Machine.VersionInfo.newBuilder()
                                .setTag(node.version())
                                .setSha("5150e1a7")
                                .setGoVersion("go1.26.0")
                                .setOs("linux")
                                .setArch("amd64"))
                        .setPlatform(Machine.PlatformInfo.newBuilder()
                                .setName(platform())
                                .setMode(node.options().mode().toString()))
                        .setFeatures(Machine.FeaturesInfo.newBuilder().setRbac(true)))
                .build());
        answers.onCompleted();
    }

    private String platform() {
        return node.options().mode() == RunMode.CLOUD
                ? "nocloud"
                : node.options().mode().toString();
    }

    /** Rejects a call that does not work in a container, with the message of a real machine. */
    private boolean rejectsInContainer(StreamObserver<?> answers) {
        if (!node.options().isContainer()) {
            return false;
        }
        answers.onError(Status.FAILED_PRECONDITION
                .withDescription("method is not supported in container mode")
                .asRuntimeException());
        return true;
    }

    @Override
    public void hostname(Empty request, StreamObserver<Machine.HostnameResponse> answers) {
        answers.onNext(Machine.HostnameResponse.newBuilder()
                .addMessages(Machine.Hostname.newBuilder().setHostname(node.hostname()))
                .build());
        answers.onCompleted();
    }

    @Override
    public void serviceList(Empty request, StreamObserver<Machine.ServiceListResponse> answers) {
        answers.onNext(Machine.ServiceListResponse.newBuilder()
                .addMessages(Machine.ServiceList.newBuilder().addAllServices(NodeServices.of(node)))
                .build());
        answers.onCompleted();
    }

    @Override
    public void reboot(Machine.RebootRequest request, StreamObserver<Machine.RebootResponse> answers) {
        if (rejectsInContainer(answers)) {
            return;
        }
        answers.onNext(Machine.RebootResponse.newBuilder()
                .addMessages(Machine.Reboot.newBuilder().setActorId(begin("reboot")))
                .build());
        answers.onCompleted();
        node.reboot(NodeStage.REBOOTING);
    }

    @Override
    public void shutdown(Machine.ShutdownRequest request, StreamObserver<Machine.ShutdownResponse> answers) {
        if (rejectsInContainer(answers)) {
            return;
        }
        answers.onNext(Machine.ShutdownResponse.newBuilder()
                .addMessages(Machine.Shutdown.newBuilder().setActorId(begin("shutdown")))
                .build());
        answers.onCompleted();
        if (!request.getForce()) {
            node.drain();
        }
        node.shutDown();
    }

    @Override
    public void reset(Machine.ResetRequest request, StreamObserver<Machine.ResetResponse> answers) {
        answers.onNext(Machine.ResetResponse.newBuilder()
                .addMessages(Machine.Reset.newBuilder().setActorId(begin("reset")))
                .build());
        answers.onCompleted();
        if (request.getGraceful()) {
            node.drain();
        }
        node.reset(new ResetRequestReader(request));
    }

    @Override
    public void upgrade(Machine.UpgradeRequest request, StreamObserver<Machine.UpgradeResponse> answers) {
        if (rejectsInContainer(answers)) {
            return;
        }
        upgrades.upgrade(request, answers);
    }

    @Override
    public void rollback(Machine.RollbackRequest request, StreamObserver<Machine.RollbackResponse> answers) {
        if (!rejectsInContainer(answers)) {
            upgrades.rollback(answers);
        }
    }

    private String begin(String sequence) {
        String actor = UUID.randomUUID().toString();
        node.events().sequence(actor, sequence, Machine.SequenceEvent.Action.START);
        return actor;
    }

    /** Rejects a call that only control planes implement, with the message of a real worker. */
    private boolean rejectsOnWorker(String api, StreamObserver<?> answers) {
        Optional<MachineDocument> document = node.document();
        if (document.filter(MachineDocument::controlPlane).isPresent()) {
            return false;
        }
        String reason = document.isPresent()
                ? api + " is only available on control plane nodes"
                : "machine type is not set, cannot use %s API".formatted(api);
        answers.onError(Status.UNIMPLEMENTED.withDescription(reason).asRuntimeException());
        return true;
    }

    @Override
    public void etcdMemberList(
            Machine.EtcdMemberListRequest request, StreamObserver<Machine.EtcdMemberListResponse> answers) {
        if (rejectsOnWorker("member list", answers)) {
            return;
        }
        etcd.members(answers);
    }

    @Override
    public void etcdStatus(Empty request, StreamObserver<Machine.EtcdStatusResponse> answers) {
        if (!rejectsOnWorker("etcd status", answers)) {
            etcd.status(answers);
        }
    }

    @Override
    public void etcdAlarmList(Empty request, StreamObserver<Machine.EtcdAlarmListResponse> answers) {
        if (!rejectsOnWorker("etcd alarm list", answers)) {
            etcd.alarms(answers);
        }
    }

    @Override
    public void etcdRemoveMemberByID(
            Machine.EtcdRemoveMemberByIDRequest request, StreamObserver<Machine.EtcdRemoveMemberByIDResponse> answers) {
        if (!rejectsOnWorker("etcd remove member", answers)) {
            etcd.remove(request, answers);
        }
    }

    @Override
    public void etcdLeaveCluster(
            Machine.EtcdLeaveClusterRequest request, StreamObserver<Machine.EtcdLeaveClusterResponse> answers) {
        if (!rejectsOnWorker("etcd leave", answers)) {
            etcd.leave(answers);
        }
    }

    @Override
    public void etcdForfeitLeadership(
            Machine.EtcdForfeitLeadershipRequest request,
            StreamObserver<Machine.EtcdForfeitLeadershipResponse> answers) {
        if (!rejectsOnWorker("etcd forfeit leadership", answers)) {
            etcd.forfeitLeadership(answers);
        }
    }

    @Override
    public void etcdSnapshot(Machine.EtcdSnapshotRequest request, StreamObserver<Common.Data> answers) {
        if (rejectsOnWorker("etcd snapshot", answers)) {
            return;
        }
        if (node.etcd().state() != EtcdService.State.RUNNING) {
            // A real machine waits for its etcd until the client gives up.
            return;
        }
        NodeLogApi.send(node.cluster().orElseThrow().data(), answers);
    }

    @Override
    public StreamObserver<Common.Data> etcdRecover(StreamObserver<Machine.EtcdRecoverResponse> answers) {
        if (rejectsOnWorker("etcd recover", answers)) {
            return new IgnoredRequests<>();
        }
        ByteArrayOutputStream received = new ByteArrayOutputStream();
        return new StreamObserver<>() {
            @Override
            public void onNext(Common.Data chunk) {
                received.writeBytes(chunk.getBytes().toByteArray());
            }

            @Override
            public void onError(Throwable broken) {
                received.reset();
            }

            @Override
            public void onCompleted() {
                node.etcd().upload(received.toByteArray());
                answers.onNext(Machine.EtcdRecoverResponse.newBuilder()
                        .addMessages(Machine.EtcdRecover.getDefaultInstance())
                        .build());
                answers.onCompleted();
            }
        };
    }

    @Override
    public void events(Machine.EventsRequest request, StreamObserver<Machine.Event> answers) {
        logs.events(request, answers);
    }

    @Override
    public void logs(Machine.LogsRequest request, StreamObserver<Common.Data> answers) {
        logs.service(request, answers);
    }

    @Override
    public void dmesg(Machine.DmesgRequest request, StreamObserver<Common.Data> answers) {
        logs.kernel(answers);
    }

    @Override
    public void read(Machine.ReadRequest request, StreamObserver<Common.Data> answers) {
        logs.file(request, answers);
    }

    /** Discards the rest of a stream that was rejected. */
    private static final class IgnoredRequests<T> implements StreamObserver<T> {
        @Override
        public void onNext(T message) {
            // The call has already failed.
        }

        @Override
        public void onError(Throwable failure) {
            // The call has already failed.
        }

        @Override
        public void onCompleted() {
            // The call has already failed.
        }
    }
}
