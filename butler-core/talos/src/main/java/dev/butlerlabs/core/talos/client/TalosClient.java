package dev.butlerlabs.core.talos.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.Empty;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.talos.wire.Cluster;
import dev.butlerlabs.core.talos.wire.ClusterServiceGrpc;
import dev.butlerlabs.core.talos.wire.Machine;
import dev.butlerlabs.core.talos.wire.MachineServiceGrpc;
import dev.butlerlabs.core.talos.wire.Resources;
import dev.butlerlabs.core.talos.wire.StateGrpc;
import dev.butlerlabs.core.talos.wire.StorageServiceGrpc;
import io.grpc.ManagedChannel;
import io.grpc.okhttp.OkHttpChannelBuilder;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javax.net.ssl.SSLSocketFactory;

/**
 * The API of one machine, dialled directly. Every call asks once and has a limit; {@link NodeOperations} knows what to do when the
 * answer is "not yet". Failures are {@link ButlerException}s.
 */
public final class TalosClient implements AutoCloseable {
    private static final int LARGEST_MESSAGE = 32 * 1024 * 1024;
    private static final Duration KUBECONFIG_LIMIT = Duration.ofSeconds(30);
    private static final Duration LOG_LIMIT = Duration.ofMinutes(2);
    private static final long CLOSE_SECONDS = 2;

    private final ManagedChannel channel;
    private final Calls calls;

    private TalosClient(NodeAddress node, SSLSocketFactory tls, boolean checkName) {
        OkHttpChannelBuilder builder = OkHttpChannelBuilder.forAddress(node.host(), node.port())
                .sslSocketFactory(tls)
                .maxInboundMessageSize(LARGEST_MESSAGE);
        if (!checkName) {
            builder.hostnameVerifier((name, session) -> true);
        }
        channel = builder.build();
        calls = new Calls(node, channel);
    }

    /** For a machine that has its configuration. */
    public static TalosClient secured(NodeAddress node, TalosCredentials credentials, Clock clock) {
        if (credentials.expiry().isBefore(clock.instant())) {
            throw new ButlerException(
                    ErrorCode.EXPIRED_CREDENTIALS,
                    "The client certificate for %s expired on %s.".formatted(node, credentials.expiry()));
        }
        return new TalosClient(node, Tls.mutual(credentials), true);
    }

    /**
     * For a machine that waits for its configuration. Nothing proves that it is the right one, unless the fingerprint on its console
     * is given.
     */
    public static TalosClient maintenance(NodeAddress node, Optional<KeyFingerprint> pin) {
        return new TalosClient(node, Tls.maintenance(pin), false);
    }

    public NodeAddress node() {
        return calls.node();
    }

    /** Hands a machine its configuration; its answer comes before anything is installed, and then the connection drops. */
    public ApplyResult apply(String configuration, ApplyMode mode, boolean dryRun) {
        Machine.ApplyConfigurationRequest request = Machine.ApplyConfigurationRequest.newBuilder()
                .setData(ByteString.copyFrom(configuration, StandardCharsets.UTF_8))
                .setMode(Machine.ApplyConfigurationRequest.Mode.valueOf(mode.name()))
                .setDryRun(dryRun)
                .build();
        Machine.ApplyConfiguration answer =
                only(machine("taking its configuration", stub -> stub.applyConfiguration(request))
                        .getMessagesList());
        return new ApplyResult(
                ApplyMode.valueOf(answer.getMode().name()), answer.getModeDetails(), answer.getWarningsList());
    }

    /** Starts etcd on exactly one control plane of a cluster. A conflict means that it was done before. */
    public void bootstrap(BootstrapKind kind) {
        Machine.BootstrapRequest request = Machine.BootstrapRequest.newBuilder()
                .setRecoverEtcd(kind != BootstrapKind.FRESH)
                .setRecoverSkipHashCheck(kind == BootstrapKind.RECOVERED_WITHOUT_CHECKSUM)
                .build();
        machine("bootstrapping etcd", stub -> stub.bootstrap(request));
    }

    /** A fresh administrator's kubeconfig. That it comes says nothing about whether Kubernetes runs. */
    public String kubeconfig() {
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        calls.stream(
                "a kubeconfig",
                MachineServiceGrpc::newBlockingV2Stub,
                Optional.of(KUBECONFIG_LIMIT),
                stub -> stub.kubeconfig(Empty.getDefaultInstance()),
                Chunks.into(archive));
        return KubeconfigArchive.read(node(), archive.toByteArray());
    }

    public NodeVersion version() {
        Machine.Version answer = only(machine("its version", stub -> stub.version(Empty.getDefaultInstance()))
                .getMessagesList());
        return Answers.version(answer);
    }

    public String hostname() {
        return only(machine("its name", stub -> stub.hostname(Empty.getDefaultInstance()))
                        .getMessagesList())
                .getHostname();
    }

    /** Answered in maintenance too. */
    public MachineStatus status() {
        Resources.GetRequest request = Resources.GetRequest.newBuilder()
                .setNamespace("runtime")
                .setType("MachineStatuses.runtime.talos.dev")
                .setId("machine")
                .build();
        Resources.GetResponse answer =
                calls.ask("its status", StateGrpc::newBlockingV2Stub, Calls.SHORT, stub -> stub.get(request));
        return MachineStatus.parse(answer.getResource().getSpec().getYamlSpec());
    }

    public List<NodeService> services() {
        return only(machine("its services", stub -> stub.serviceList(Empty.getDefaultInstance()))
                        .getMessagesList())
                .getServicesList()
                .stream()
                .map(Answers::service)
                .toList();
    }

    /** Answered in maintenance too. */
    public List<NodeDisk> disks() {
        return only(calls.ask(
                                "its disks",
                                StorageServiceGrpc::newBlockingV2Stub,
                                Calls.SHORT,
                                stub -> stub.disks(Empty.getDefaultInstance()))
                        .getMessagesList())
                .getDisksList()
                .stream()
                .map(Answers::disk)
                .toList();
    }

    /** Returns when the cluster is healthy; each sentence of the machine meanwhile goes to the listener. */
    public void health(HealthQuestion question, Consumer<String> heard) {
        Cluster.HealthCheckRequest request = Cluster.HealthCheckRequest.newBuilder()
                .setWaitTimeout(com.google.protobuf.Duration.newBuilder()
                        .setSeconds(question.patience().toSeconds()))
                .setClusterInfo(Cluster.ClusterInfo.newBuilder()
                        .addAllControlPlaneNodes(question.controlPlanes())
                        .addAllWorkerNodes(question.workers()))
                .build();
        calls.<ClusterServiceGrpc.ClusterServiceBlockingV2Stub, Cluster.HealthCheckProgress>stream(
                "the health of its cluster",
                ClusterServiceGrpc::newBlockingV2Stub,
                Optional.of(question.patience().plus(Calls.SHORT)),
                stub -> stub.healthCheck(request),
                progress -> {
                    heard.accept(progress.getMessage());
                    return true;
                });
    }

    /** Copies the log of a service; when it is followed, until the thread is interrupted. */
    public void logs(LogQuestion question, OutputStream target) {
        Machine.LogsRequest request = Machine.LogsRequest.newBuilder()
                .setNamespace("system")
                .setId(question.service())
                .setFollow(question.follow())
                .setTailLines(question.lastLines().orElse(-1))
                .build();
        calls.stream(
                "the log of " + question.service(),
                MachineServiceGrpc::newBlockingV2Stub,
                question.follow() ? Optional.empty() : Optional.of(LOG_LIMIT),
                stub -> stub.logs(request),
                Chunks.into(target));
    }

    /** Tells events until the listener has heard enough, or for as long as is allowed. */
    public void events(EventQuestion question, Duration limit, Predicate<NodeEvent> goOn) {
        Machine.EventsRequest request = Machine.EventsRequest.newBuilder()
                .setTailEvents(question.tail())
                .setTailId(question.afterId())
                .setWithActorId(question.actor())
                .build();
        calls.<MachineServiceGrpc.MachineServiceBlockingV2Stub, Machine.Event>stream(
                "its events",
                MachineServiceGrpc::newBlockingV2Stub,
                Optional.of(limit),
                stub -> stub.events(request),
                event -> goOn.test(Answers.event(event)));
    }

    /** A small file of the machine. */
    public String read(String path) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        calls.stream(
                "the file " + path,
                MachineServiceGrpc::newBlockingV2Stub,
                Optional.of(Calls.SHORT),
                stub -> stub.read(Machine.ReadRequest.newBuilder().setPath(path).build()),
                Chunks.into(content));
        return content.toString(StandardCharsets.UTF_8);
    }

    /** Changes with every boot. */
    public String bootId() {
        return read("/proc/sys/kernel/random/boot_id").strip();
    }

    /** Returns who is to be looked for in events. */
    public String reboot(RebootMode mode) {
        Machine.RebootRequest request = Machine.RebootRequest.newBuilder()
                .setMode(Machine.RebootRequest.Mode.valueOf(mode.name()))
                .build();
        return only(machine("a reboot", stub -> stub.reboot(request)).getMessagesList())
                .getActorId();
    }

    public String shutdown(boolean force) {
        Machine.ShutdownRequest request =
                Machine.ShutdownRequest.newBuilder().setForce(force).build();
        return only(machine("a shutdown", stub -> stub.shutdown(request)).getMessagesList())
                .getActorId();
    }

    public String reset(ResetOptions options) {
        Machine.ResetRequest request = Answers.reset(options);
        return only(machine("a reset", stub -> stub.reset(request)).getMessagesList())
                .getActorId();
    }

    public EtcdCalls etcd() {
        return new EtcdCalls(calls);
    }

    public UpgradeCalls upgrades() {
        return new UpgradeCalls(calls);
    }

    private <T> T machine(String doing, Calls.Question<MachineServiceGrpc.MachineServiceBlockingV2Stub, T> question) {
        return calls.ask(doing, MachineServiceGrpc::newBlockingV2Stub, Calls.SHORT, question);
    }

    /** A machine that is dialled directly answers for itself alone. */
    static <T> T only(List<T> messages) {
        if (messages.size() != 1) {
            throw new ButlerException(
                    ErrorCode.INTERNAL,
                    "A machine answered with %d messages instead of one.".formatted(messages.size()));
        }
        return messages.getFirst();
    }

    @Override
    public void close() {
        channel.shutdownNow();
        try {
            channel.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
