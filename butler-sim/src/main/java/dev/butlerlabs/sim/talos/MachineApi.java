package dev.butlerlabs.sim.talos;

import com.google.protobuf.ByteString;
import com.google.protobuf.Empty;
import dev.butlerlabs.core.talos.config.RunMode;
import dev.butlerlabs.core.talos.wire.Common;
import dev.butlerlabs.core.talos.wire.Machine;
import dev.butlerlabs.core.talos.wire.MachineServiceGrpc;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Optional;
import java.util.UUID;

/** The machine service: state and lifecycle of a machine. */
final class MachineApi extends MachineServiceGrpc.MachineServiceImplBase {
    private static final int CHUNK = 8 * 1024;
    private static final long EVENT_MILLIS = 100;

    private final SimulatedNode node;

    MachineApi(SimulatedNode node) {
        this.node = node;
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
        if (request.getRecoverEtcd() && !cluster.canRecover()) {
            // A real machine accepts the request, too, and its service fails.
            cluster.failRecovery();
        } else {
            cluster.start(request.getRecoverEtcd());
        }
        answers.onNext(Machine.BootstrapResponse.newBuilder()
                .addMessages(Machine.Bootstrap.getDefaultInstance())
                .build());
        answers.onCompleted();
        node.etcdStarted();
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
        if (node.etcdRuns()) {
            return Optional.of(Status.ALREADY_EXISTS.withDescription("etcd data directory is not empty"));
        }
        return Optional.empty();
    }

    @Override
    public void kubeconfig(Empty request, StreamObserver<Common.Data> answers) {
        if (rejectsOnWorker("kubeconfig", answers)) {
            return;
        }
        MachineDocument document = node.document().orElseThrow();
        try {
            send(KubeconfigTar.make(document), answers);
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
        node.shutDown();
    }

    @Override
    public void reset(Machine.ResetRequest request, StreamObserver<Machine.ResetResponse> answers) {
        answers.onNext(Machine.ResetResponse.newBuilder()
                .addMessages(Machine.Reset.newBuilder().setActorId(begin("reset")))
                .build());
        answers.onCompleted();
        node.reset(request.getReboot());
    }

    @Override
    public void upgrade(Machine.UpgradeRequest request, StreamObserver<Machine.UpgradeResponse> answers) {
        if (rejectsInContainer(answers)) {
            return;
        }
        String tag = request.getImage().substring(request.getImage().lastIndexOf(':') + 1);
        if (!tag.matches("v\\d+\\.\\d+\\.\\d+.*")) {
            answers.onError(Status.INVALID_ARGUMENT
                    .withDescription("error validating installer image \"" + request.getImage() + "\"")
                    .asRuntimeException());
            return;
        }
        answers.onNext(Machine.UpgradeResponse.newBuilder()
                .addMessages(Machine.Upgrade.newBuilder()
                        .setAck("Upgrade request received")
                        .setActorId(begin("upgrade")))
                .build());
        answers.onCompleted();
        node.upgrade(tag, true);
    }

    private String begin(String sequence) {
        String actor = UUID.randomUUID().toString();
        node.events()
                .add(
                        actor,
                        Machine.SequenceEvent.newBuilder()
                                .setSequence(sequence)
                                .setAction(Machine.SequenceEvent.Action.START)
                                .build());
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
        Machine.EtcdMembers.Builder members = Machine.EtcdMembers.newBuilder();
        ClusterState cluster = node.cluster().orElseThrow();
        if (!cluster.isStarted()) {
            // A real machine waits for its etcd until the client gives up.
            return;
        }
        for (SimulatedNode member : node.network().members(cluster)) {
            if (member.document().orElseThrow().controlPlane()) {
                String host = member.address().getAddress().getHostAddress();
                members.addMembers(Machine.EtcdMember.newBuilder()
                        .setId(Integer.toUnsignedLong(member.hostname().hashCode()))
                        .setHostname(member.hostname())
                        .addPeerUrls("https://" + host + ":2380")
                        .addClientUrls("https://" + host + ":2379")
                        .setIsLearner(!member.isVoter()));
            }
        }
        answers.onNext(
                Machine.EtcdMemberListResponse.newBuilder().addMessages(members).build());
        answers.onCompleted();
    }

    @Override
    public void etcdSnapshot(Machine.EtcdSnapshotRequest request, StreamObserver<Common.Data> answers) {
        if (rejectsOnWorker("etcd snapshot", answers)) {
            return;
        }
        ClusterState cluster = node.cluster().orElseThrow();
        if (!cluster.isStarted()) {
            // A real machine waits for its etcd until the client gives up.
            return;
        }
        send(cluster.data(), answers);
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
                node.cluster().orElseThrow().upload(received.toByteArray());
                answers.onNext(Machine.EtcdRecoverResponse.newBuilder()
                        .addMessages(Machine.EtcdRecover.getDefaultInstance())
                        .build());
                answers.onCompleted();
            }
        };
    }

    @Override
    public void events(Machine.EventsRequest request, StreamObserver<Machine.Event> answers) {
        EventLog log = node.events();
        int position = request.getTailEvents() < 0 ? 0 : Math.max(0, log.size() - request.getTailEvents());
        try {
            while (!Context.current().isCancelled()) {
                for (Machine.Event event : log.from(position)) {
                    position++;
                    if (fits(event, request)) {
                        answers.onNext(event);
                    }
                }
                log.awaitMore(position, EVENT_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean fits(Machine.Event event, Machine.EventsRequest request) {
        return event.getId().compareTo(request.getTailId()) > 0
                && (request.getWithActorId().isEmpty()
                        || request.getWithActorId().equals(event.getActorId()));
    }

    @Override
    public void logs(Machine.LogsRequest request, StreamObserver<Common.Data> answers) {
        Optional<String> refusal = logRefusal(request);
        if (refusal.isPresent()) {
            answers.onError(Status.UNKNOWN.withDescription(refusal.get()).asRuntimeException());
            return;
        }
        String all = "%1$s: starting\n%1$s: ready\n".formatted(request.getId());
        boolean last = request.getTailLines() == 1;
        send((last ? all.substring(all.indexOf('\n') + 1) : all).getBytes(StandardCharsets.UTF_8), answers);
    }

    private Optional<String> logRefusal(Machine.LogsRequest request) {
        if (!request.getNamespace().equals("system") && !request.getId().equals("kubelet")) {
            return Optional.of(
                    request.getNamespace().isEmpty()
                            ? "namespace is required: failed precondition"
                            : "container \"%s\" not found".formatted(request.getId()));
        }
        return NodeServices.of(node).stream()
                        .anyMatch(service -> service.getId().equals(request.getId()))
                ? Optional.empty()
                : Optional.of("log \"%s\" was not registered".formatted(request.getId()));
    }

    @Override
    public void dmesg(Machine.DmesgRequest request, StreamObserver<Common.Data> answers) {
        String all = """
                kern:    info: [    0.000000]: Linux version 6.12.57-talos
                user: warning: [    4.210000]: [talos] task startAllServices: done
                """;
        send(all.getBytes(StandardCharsets.UTF_8), answers);
    }

    @Override
    public void read(Machine.ReadRequest request, StreamObserver<Common.Data> answers) {
        if (request.getPath().equals("/system/state/config.yaml")) {
            send(node.configuration().getBytes(StandardCharsets.UTF_8), answers);
            return;
        }
        if (!request.getPath().equals("/proc/sys/kernel/random/boot_id")) {
            answers.onError(Status.NOT_FOUND
                    .withDescription("stat " + request.getPath() + ": no such file or directory")
                    .asRuntimeException());
            return;
        }
        send((node.bootId() + "\n").getBytes(StandardCharsets.US_ASCII), answers);
    }

    private static void send(byte[] bytes, StreamObserver<Common.Data> answers) {
        for (int start = 0; start < bytes.length; start += CHUNK) {
            answers.onNext(Common.Data.newBuilder()
                    .setBytes(ByteString.copyFrom(bytes, start, Math.min(CHUNK, bytes.length - start)))
                    .build());
        }
        answers.onCompleted();
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
