package dev.butlerlabs.sim.talos;

import static dev.butlerlabs.sim.talos.MaintenanceTest.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Empty;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.talos.client.EtcdBootstrapSource;
import dev.butlerlabs.core.talos.client.TalosClient;
import dev.butlerlabs.core.talos.client.TalosRetryPolicy;
import dev.butlerlabs.core.talos.wire.Common;
import dev.butlerlabs.core.talos.wire.Machine;
import dev.butlerlabs.core.talos.wire.MachineServiceGrpc;
import dev.butlerlabs.core.talos.wire.Resources;
import dev.butlerlabs.core.talos.wire.StateGrpc;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A control plane forwards requests by their metadata, as apid does; a worker answers neither for others nor for etcd. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class NodeForwardingTest extends ConfiguredNodes {
    private static final String FIRST = "127.0.23.1";
    private static final String SECOND = "127.0.23.2";
    private static final String WORKER = "127.0.23.3";
    private static final String NOWHERE = "127.0.23.9";

    private final List<ManagedChannel> channels = new ArrayList<>();
    private SimulatedNode controlPlane;
    private SimulatedNode worker;

    @BeforeAll
    void formACluster() {
        controlPlane = network.start(at("cp-1", FIRST).preinstalled());
        SimulatedNode second = network.start(at("cp-2", SECOND).preinstalled());
        worker = network.start(at("worker-1", WORKER).preinstalled());
        bootstrapped(controlPlane).close();
        configured(second).close();
        try (TalosClient maintenance = SampleCluster.maintenance(worker)) {
            operations.deliver(maintenance, CLUSTER.worker(worker), TalosRetryPolicy.DELIVERY);
        }
        try (TalosClient client = CLUSTER.secured(worker)) {
            operations.awaitReady(client, ARRIVAL);
        }
    }

    @AfterEach
    @Override
    void switchOff() {
        channels.forEach(ManagedChannel::shutdownNow);
    }

    @AfterAll
    void switchOffAll() {
        super.switchOff();
    }

    @Test
    void workersRejectWhatOnlyControlPlanesOffer() {
        try (TalosClient client = CLUSTER.secured(worker)) {
            assertNotOffered(() -> client.etcd().members(), "member list is only available on control plane nodes");
            assertNotOffered(
                    () -> client.etcd().snapshot(new ByteArrayOutputStream()),
                    "etcd snapshot is only available on control plane nodes");
            assertNotOffered(
                    () -> client.etcd().recover(new ByteArrayInputStream(new byte[10])),
                    "etcd recover is only available on control plane nodes");
            assertNotOffered(client::kubeconfig, "kubeconfig is only available on control plane nodes");
            assertNotOffered(() -> client.bootstrap(EtcdBootstrapSource.FRESH), "control plane");
        }
    }

    private static void assertNotOffered(ThrowingCallable call, String reason) {
        assertFails(call, ErrorCode.NOT_OFFERED, reason);
    }

    @Test
    void oneNodeIsAnsweredByThatNodeAlone() {
        Machine.HostnameResponse response = to(controlPlane, "node", WORKER).hostname(Empty.getDefaultInstance());

        assertThat(response.getMessagesList()).hasSize(1);
        assertThat(response.getMessages(0).getHostname()).isEqualTo("worker-1");
        assertThat(response.getMessages(0).getMetadata().getHostname()).isEmpty();
    }

    @Test
    void severalNodesAreMergedIntoOneResponse() {
        Machine.HostnameResponse response =
                to(controlPlane, "nodes", FIRST, SECOND, WORKER).hostname(Empty.getDefaultInstance());

        Map<String, String> names = new TreeMap<>();
        response.getMessagesList()
                .forEach(message -> names.put(message.getMetadata().getHostname(), message.getHostname()));
        assertThat(names).isEqualTo(Map.of(FIRST, "cp-1", SECOND, "cp-2", WORKER, "worker-1"));
    }

    @Test
    void aNodeThatFailsIsAMessageWithItsErrorBesideTheOthers() {
        Machine.EtcdMemberListResponse response = to(controlPlane, "nodes", SECOND, WORKER, NOWHERE)
                .etcdMemberList(Machine.EtcdMemberListRequest.getDefaultInstance());

        Map<String, Machine.EtcdMembers> messages = new TreeMap<>();
        response.getMessagesList()
                .forEach(message -> messages.put(message.getMetadata().getHostname(), message));
        assertThat(messages).containsOnlyKeys(SECOND, WORKER, NOWHERE);
        assertThat(messages.get(SECOND).getMembersCount()).isEqualTo(2);
        assertThat(messages.get(WORKER).getMetadata().getError())
                .isEqualTo(
                        "rpc error: code = Unimplemented desc = member list is only available on control plane nodes");
        assertThat(messages.get(NOWHERE).getMetadata().getError()).contains("Unavailable", "connection refused");
    }

    @Test
    void streamsOfSeveralNodesAreTaggedWithTheirNode() {
        Machine.LogsRequest request = Machine.LogsRequest.newBuilder()
                .setNamespace("system")
                .setId("kubelet")
                .build();
        Map<String, String> logs = new TreeMap<>();
        to(controlPlane, "nodes", SECOND, WORKER, NOWHERE)
                .logs(request)
                .forEachRemaining(piece -> collect(logs, piece));

        assertThat(logs).containsOnlyKeys(SECOND, WORKER, NOWHERE);
        assertThat(logs.get(SECOND)).isEqualTo("kubelet: starting\nkubelet: ready\n");
        assertThat(logs.get(WORKER)).isEqualTo("kubelet: starting\nkubelet: ready\n");
        assertThat(logs.get(NOWHERE)).contains("Unavailable");
    }

    private static void collect(Map<String, String> logs, Common.Data piece) {
        String text = piece.getBytes().toStringUtf8() + piece.getMetadata().getError();
        logs.merge(piece.getMetadata().getHostname(), text, String::concat);
    }

    @Test
    void aStreamOfOneNodeIsForwarded() {
        List<Common.Data> pieces = new ArrayList<>();
        to(controlPlane, "node", SECOND)
                .etcdSnapshot(Machine.EtcdSnapshotRequest.getDefaultInstance())
                .forEachRemaining(pieces::add);
        // Whole pages, and the checksum.
        assertThat(pieces.stream().mapToInt(piece -> piece.getBytes().size()).sum() % 4096)
                .isEqualTo(32);
    }

    @Test
    void endlessStreamsOfSeveralNodesEndWithTheClient() {
        var stub = to(controlPlane, "nodes", FIRST, SECOND).withDeadlineAfter(2, TimeUnit.SECONDS);
        List<String> nodes = new ArrayList<>();
        assertRejected(
                () -> stub.events(Machine.EventsRequest.newBuilder()
                                .setTailEvents(-1)
                                .build())
                        .forEachRemaining(event -> nodes.add(event.getMetadata().getHostname())),
                Status.Code.DEADLINE_EXCEEDED,
                "");
        assertThat(nodes).contains(FIRST, SECOND);
    }

    @Test
    void workersDoNotForwardButAnswerForThemselves() {
        assertRejected(
                () -> to(worker, "node", FIRST).version(Empty.getDefaultInstance()),
                Status.Code.PERMISSION_DENIED,
                "no request forwarding");
        assertRejected(
                () -> to(worker, "nodes", WORKER, FIRST).version(Empty.getDefaultInstance()),
                Status.Code.PERMISSION_DENIED,
                "no request forwarding");
        assertThat(to(worker, "node", WORKER)
                        .hostname(Empty.getDefaultInstance())
                        .getMessages(0)
                        .getHostname())
                .isEqualTo("worker-1");
    }

    @Test
    void badTargetsAreRejected() {
        assertRejected(
                () -> to(controlPlane, "node", SECOND, WORKER).version(Empty.getDefaultInstance()),
                Status.Code.INVALID_ARGUMENT,
                "node metadata must be single-valued");
        assertRejected(
                () -> to(controlPlane, "node", SECOND + ":50000").version(Empty.getDefaultInstance()),
                Status.Code.INTERNAL,
                "invalid target \"" + SECOND + ":50000\"");
        assertRejected(
                () -> to(controlPlane, "node", NOWHERE).version(Empty.getDefaultInstance()),
                Status.Code.UNAVAILABLE,
                "connection refused");
    }

    @Test
    void resourcesAreNotReadFromSeveralNodesAtOnce() {
        StateGrpc.StateBlockingStub stub = StateGrpc.newBlockingStub(channel(controlPlane))
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers("nodes", FIRST, SECOND)));
        assertRejected(
                () -> stub.get(Resources.GetRequest.getDefaultInstance()),
                Status.Code.INVALID_ARGUMENT,
                "one-2-many proxying is not supported");
    }

    private static void assertRejected(ThrowingCallable call, Status.Code code, String reason) {
        assertThatThrownBy(call).isInstanceOfSatisfying(StatusRuntimeException.class, failure -> {
            assertThat(failure.getStatus().getCode()).isEqualTo(code);
            assertThat(failure.getMessage()).contains(reason);
        });
    }

    private MachineServiceGrpc.MachineServiceBlockingStub to(SimulatedNode dialled, String key, String... targets) {
        return MachineServiceGrpc.newBlockingStub(channel(dialled))
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers(key, targets)));
    }

    private ManagedChannel channel(SimulatedNode dialled) {
        ManagedChannel channel = ForeignTalosClient.channel(dialled.address(), CLUSTER.administrator());
        channels.add(channel);
        return channel;
    }

    private static Metadata headers(String key, String... targets) {
        Metadata headers = new Metadata();
        for (String target : targets) {
            headers.put(Metadata.Key.of(key, Metadata.ASCII_STRING_MARSHALLER), target);
        }
        return headers;
    }
}
