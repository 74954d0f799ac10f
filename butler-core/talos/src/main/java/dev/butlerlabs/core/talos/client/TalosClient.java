package dev.butlerlabs.core.talos.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.Empty;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.talos.wire.Cluster;
import dev.butlerlabs.core.talos.wire.ClusterServiceGrpc;
import dev.butlerlabs.core.talos.wire.Machine;
import dev.butlerlabs.core.talos.wire.MachineServiceGrpc;
import dev.butlerlabs.core.talos.wire.StorageServiceGrpc;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.okhttp.OkHttpChannelBuilder;
import io.grpc.stub.MetadataUtils;
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
 * A client for the API of one machine. Every call is a single attempt with a deadline; {@link NodeOperations} retries. Failures
 * are {@link ButlerException}s. Thread-safe.
 */
public final class TalosClient implements AutoCloseable {
    private static final int LARGEST_MESSAGE = 32 * 1024 * 1024;
    private static final Duration KUBECONFIG_LIMIT = Duration.ofSeconds(30);
    private static final Duration LOG_LIMIT = Duration.ofMinutes(2);
    private static final long CLOSE_SECONDS = 2;

    private final ManagedChannel channel;
    private final TalosCalls calls;

    private TalosClient(NodeAddress node, OkHttpChannelBuilder builder) {
        channel = builder.maxInboundMessageSize(LARGEST_MESSAGE).build();
        calls = new TalosCalls(node, channel);
    }

    private static OkHttpChannelBuilder builder(
            NodeAddress node, NodeAddress target, SSLSocketFactory tls, boolean checkName) {
        OkHttpChannelBuilder builder = OkHttpChannelBuilder.forAddress(target.host(), target.port())
                .overrideAuthority(node.authority())
                .sslSocketFactory(tls);
        return checkName ? builder : builder.hostnameVerifier((name, session) -> true);
    }

    /**
     * Returns a client for a configured machine. Does not connect yet.
     *
     * @throws ButlerException if the client certificate has expired
     */
    public static TalosClient secured(NodeAddress node, TalosCredentials credentials, Clock clock) {
        return secured(node, node, credentials, clock);
    }

    /**
     * Returns a client for a configured machine that connects to another address, such as a published port. The certificate of the machine is
     * verified for its own address. Does not connect yet.
     *
     * @throws ButlerException if the client certificate has expired
     */
    public static TalosClient secured(NodeAddress node, NodeAddress target, TalosCredentials credentials, Clock clock) {
        requireValid(node, credentials, clock);
        return new TalosClient(node, builder(node, target, TalosTls.mutual(credentials), true));
    }

    /**
     * Returns a client for a configured machine that connects to a control plane, which forwards the requests. Does not connect yet.
     *
     * @throws ButlerException if the client certificate has expired
     */
    public static TalosClient forwarded(
            NodeAddress node, NodeAddress controlPlane, TalosCredentials credentials, Clock clock) {
        requireValid(node, credentials, clock);
        Metadata headers = new Metadata();
        headers.put(Metadata.Key.of("node", Metadata.ASCII_STRING_MARSHALLER), node.host());
        return new TalosClient(
                node,
                builder(controlPlane, controlPlane, TalosTls.mutual(credentials), true)
                        .intercept(MetadataUtils.newAttachHeadersInterceptor(headers)));
    }

    private static void requireValid(NodeAddress node, TalosCredentials credentials, Clock clock) {
        if (credentials.expiry().isBefore(clock.instant())) {
            throw new ButlerException(
                    ErrorCode.EXPIRED_CREDENTIALS,
                    "The client certificate for %s expired on %s.".formatted(node, credentials.expiry()));
        }
    }

    /**
     * Returns a client for a machine in maintenance mode. The identity of the machine is verified only if the fingerprint on its
     * console is given.
     */
    public static TalosClient maintenance(NodeAddress node, Optional<KeyFingerprint> pin) {
        return maintenance(node, node, pin);
    }

    /** Returns a client for a machine in maintenance mode that connects to another address, such as a published port. */
    public static TalosClient maintenance(NodeAddress node, NodeAddress target, Optional<KeyFingerprint> pin) {
        return new TalosClient(node, builder(node, target, TalosTls.maintenance(pin), false));
    }

    public NodeAddress node() {
        return calls.node();
    }

    /** Applies a configuration. The machine responds before it installs anything, and then closes the connection. */
    public ApplyResult apply(String configuration, ApplyMode mode, boolean dryRun) {
        Machine.ApplyConfigurationRequest request = Machine.ApplyConfigurationRequest.newBuilder()
                .setData(ByteString.copyFrom(configuration, StandardCharsets.UTF_8))
                .setMode(Machine.ApplyConfigurationRequest.Mode.valueOf(mode.name()))
                .setDryRun(dryRun)
                .build();
        Machine.ApplyConfiguration answer =
                only(machine("applying the configuration", stub -> stub.applyConfiguration(request))
                        .getMessagesList());
        return new ApplyResult(
                ApplyMode.valueOf(answer.getMode().name()), answer.getModeDetails(), answer.getWarningsList());
    }

    /**
     * Bootstraps etcd on exactly one control plane node of a cluster.
     *
     * @throws ButlerException with {@code CONFLICT} if it is already bootstrapped
     */
    public void bootstrap(EtcdBootstrapSource kind) {
        Machine.BootstrapRequest request = Machine.BootstrapRequest.newBuilder()
                .setRecoverEtcd(kind != EtcdBootstrapSource.FRESH)
                .setRecoverSkipHashCheck(kind == EtcdBootstrapSource.RECOVERED_WITHOUT_CHECKSUM)
                .build();
        machine("bootstrapping etcd", stub -> stub.bootstrap(request));
    }

    /** Returns a new administrator kubeconfig. It is available even if Kubernetes is not running. */
    public String kubeconfig() {
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        calls.stream(
                "reading the kubeconfig",
                MachineServiceGrpc::newBlockingV2Stub,
                Optional.of(KUBECONFIG_LIMIT),
                stub -> stub.kubeconfig(Empty.getDefaultInstance()),
                StreamAssembler.into(archive));
        return KubeconfigArchive.read(node(), archive.toByteArray());
    }

    public TalosNodeVersion version() {
        Machine.Version answer = only(machine("reading the version", stub -> stub.version(Empty.getDefaultInstance()))
                .getMessagesList());
        return ResponseConverter.version(answer);
    }

    public String hostname() {
        return only(machine("reading the host name", stub -> stub.hostname(Empty.getDefaultInstance()))
                        .getMessagesList())
                .getHostname();
    }

    /** Returns the status; also available in maintenance mode. */
    public MachineStatus status() {
        return resources().status();
    }

    public List<NodeService> services() {
        return only(machine("listing the services", stub -> stub.serviceList(Empty.getDefaultInstance()))
                        .getMessagesList())
                .getServicesList()
                .stream()
                .map(ResponseConverter::service)
                .toList();
    }

    /** Returns the disks; also available in maintenance mode. */
    public List<NodeDisk> disks() {
        return only(calls.ask(
                                "listing the disks",
                                StorageServiceGrpc::newBlockingV2Stub,
                                TalosCalls.SHORT,
                                stub -> stub.disks(Empty.getDefaultInstance()))
                        .getMessagesList())
                .getDisksList()
                .stream()
                .map(ResponseConverter::disk)
                .toList();
    }

    /** Waits until the cluster is healthy, and passes the progress messages of the machine to the listener. */
    public void health(HealthQuery question, Consumer<String> heard) {
        Cluster.HealthCheckRequest request = Cluster.HealthCheckRequest.newBuilder()
                .setWaitTimeout(com.google.protobuf.Duration.newBuilder()
                        .setSeconds(question.patience().toSeconds()))
                .setClusterInfo(Cluster.ClusterInfo.newBuilder()
                        .addAllControlPlaneNodes(question.controlPlanes())
                        .addAllWorkerNodes(question.workers()))
                .build();
        calls.<ClusterServiceGrpc.ClusterServiceBlockingV2Stub, Cluster.HealthCheckProgress>stream(
                "checking the health of the cluster",
                ClusterServiceGrpc::newBlockingV2Stub,
                Optional.of(question.patience().plus(TalosCalls.SHORT)),
                stub -> stub.healthCheck(request),
                progress -> {
                    heard.accept(progress.getMessage());
                    return true;
                });
    }

    /** Copies the log of a service. If the log is followed, runs until the thread is interrupted. */
    public void logs(LogQuery question, OutputStream target) {
        Machine.LogsRequest request = Machine.LogsRequest.newBuilder()
                .setNamespace("system")
                .setId(question.service())
                .setFollow(question.follow())
                .setTailLines(question.lastLines().orElse(-1))
                .build();
        calls.stream(
                "reading the log of " + question.service(),
                MachineServiceGrpc::newBlockingV2Stub,
                question.follow() ? Optional.empty() : Optional.of(LOG_LIMIT),
                stub -> stub.logs(request),
                StreamAssembler.into(target));
    }

    /** Copies the messages of the kernel. */
    public void kernelLog(OutputStream target) {
        calls.stream(
                "reading the kernel log",
                MachineServiceGrpc::newBlockingV2Stub,
                Optional.of(LOG_LIMIT),
                stub -> stub.dmesg(Machine.DmesgRequest.getDefaultInstance()),
                StreamAssembler.into(target));
    }

    /** Passes events to the listener until it returns false or the limit is reached. */
    public void events(EventQuery question, Duration limit, Predicate<NodeEvent> goOn) {
        Machine.EventsRequest request = Machine.EventsRequest.newBuilder()
                .setTailEvents(question.tail())
                .setTailId(question.afterId())
                .setWithActorId(question.actor())
                .build();
        calls.<MachineServiceGrpc.MachineServiceBlockingV2Stub, Machine.Event>stream(
                "reading events",
                MachineServiceGrpc::newBlockingV2Stub,
                Optional.of(limit),
                stub -> stub.events(request),
                event -> goOn.test(ResponseConverter.event(event)));
    }

    /** Returns the content of a small file of the machine. */
    public String read(String path) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        calls.stream(
                "reading the file " + path,
                MachineServiceGrpc::newBlockingV2Stub,
                Optional.of(TalosCalls.SHORT),
                stub -> stub.read(Machine.ReadRequest.newBuilder().setPath(path).build()),
                StreamAssembler.into(content));
        return content.toString(StandardCharsets.UTF_8);
    }

    /** Returns the boot ID, which changes with every boot. */
    public String bootId() {
        return read("/proc/sys/kernel/random/boot_id").strip();
    }

    /**
     * Reboots the machine.
     *
     * @return actor ID of the resulting events
     */
    public String reboot(RebootMode mode) {
        Machine.RebootRequest request = Machine.RebootRequest.newBuilder()
                .setMode(Machine.RebootRequest.Mode.valueOf(mode.name()))
                .build();
        return only(machine("rebooting", stub -> stub.reboot(request)).getMessagesList())
                .getActorId();
    }

    public String shutdown(boolean force) {
        Machine.ShutdownRequest request =
                Machine.ShutdownRequest.newBuilder().setForce(force).build();
        return only(machine("shutting down", stub -> stub.shutdown(request)).getMessagesList())
                .getActorId();
    }

    public String reset(ResetOptions options) {
        Machine.ResetRequest request = ResponseConverter.reset(options);
        return only(machine("resetting", stub -> stub.reset(request)).getMessagesList())
                .getActorId();
    }

    /** Boots the previous version of Talos, which the last upgrade left on the disk. Reboots the machine. */
    public void rollback() {
        machine("rolling back", stub -> stub.rollback(Machine.RollbackRequest.getDefaultInstance()));
    }

    public ResourceCalls resources() {
        return new ResourceCalls(calls);
    }

    public EtcdCalls etcd() {
        return new EtcdCalls(calls);
    }

    public UpgradeCalls upgrades() {
        return new UpgradeCalls(calls);
    }

    private <T> T machine(
            String doing, TalosCalls.Question<MachineServiceGrpc.MachineServiceBlockingV2Stub, T> question) {
        return calls.ask(doing, MachineServiceGrpc::newBlockingV2Stub, TalosCalls.SHORT, question);
    }

    /** Returns the only message: a machine that is called directly responds for itself only. */
    static <T> T only(List<T> messages) {
        if (messages.size() != 1) {
            throw new ButlerException(
                    ErrorCode.INTERNAL,
                    "The machine responded with %d messages instead of one.".formatted(messages.size()));
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
