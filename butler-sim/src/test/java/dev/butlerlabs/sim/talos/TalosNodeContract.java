package dev.butlerlabs.sim.talos;

import static dev.butlerlabs.sim.talos.ContractChannel.assertRejected;
import static dev.butlerlabs.sim.talos.ContractChannel.assertRejectedLike;
import static dev.butlerlabs.sim.talos.MaintenanceTest.assertFails;
import static io.grpc.Status.Code.ALREADY_EXISTS;
import static io.grpc.Status.Code.DEADLINE_EXCEEDED;
import static io.grpc.Status.Code.FAILED_PRECONDITION;
import static io.grpc.Status.Code.INTERNAL;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.NOT_FOUND;
import static io.grpc.Status.Code.PERMISSION_DENIED;
import static io.grpc.Status.Code.UNAVAILABLE;
import static io.grpc.Status.Code.UNIMPLEMENTED;
import static io.grpc.Status.Code.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Empty;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.talos.client.ApplyMode;
import dev.butlerlabs.core.talos.client.EtcdBootstrapSource;
import dev.butlerlabs.core.talos.client.EtcdMember;
import dev.butlerlabs.core.talos.client.KeyFingerprint;
import dev.butlerlabs.core.talos.client.LogQuery;
import dev.butlerlabs.core.talos.client.MachineStage;
import dev.butlerlabs.core.talos.client.NodeService;
import dev.butlerlabs.core.talos.client.RebootMode;
import dev.butlerlabs.core.talos.client.ResetOptions;
import dev.butlerlabs.core.talos.client.TalosClient;
import dev.butlerlabs.core.talos.wire.Common;
import dev.butlerlabs.core.talos.wire.Machine;
import dev.butlerlabs.core.talos.wire.Machine.ApplyConfigurationRequest.Mode;
import io.fabric8.kubernetes.client.Config;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a client of a Talos node in a container can rely on. The same cases run on simulated and on real nodes, with the codes and
 * messages of the real ones.
 */
@Timeout(300)
abstract class TalosNodeContract extends ContractNodes {
    private static final String NOT_IN_MAINTENANCE = "API is not implemented in maintenance mode";
    private static final String NOT_IN_CONTAINER = "method is not supported in container mode";
    private static final String NOT_AUTHORIZED = "not authorized";

    // Maintenance mode

    @Test
    void maintenanceCertificateHasNoIssuerAndTheFingerprintOnTheConsole() throws Exception {
        ContractNode node = waiting();
        X509Certificate certificate = certificate(node);

        assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=maintenance-service.talos.dev");
        assertThat(issuer(certificate)).isEmpty();
        assertThat(certificate.getPublicKey().getAlgorithm()).isEqualTo("EdDSA");
        assertThat(names(certificate)).contains(node.name(), node.host(), "127.0.0.1");
        assertServerCertificate(certificate);
        assertThat(fingerprint(certificate)).isEqualTo(node.consoleFingerprint());
    }

    @Test
    void ourClientPinsTheFingerprintOnTheConsole() {
        ContractNode node = waiting();
        KeyFingerprint shown = new KeyFingerprint(node.consoleFingerprint());
        try (TalosClient client = TalosClient.maintenance(node.address(), Optional.of(shown))) {
            assertThat(client.status().stage()).isEqualTo(MachineStage.MAINTENANCE);
        }
        KeyFingerprint other = new KeyFingerprint("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=");
        try (TalosClient client = TalosClient.maintenance(node.address(), Optional.of(other))) {
            assertFails(client::status, ErrorCode.UNTRUSTED_CERTIFICATE, "does not match the specified fingerprint");
        }
    }

    @Test
    void credentialsOfAClusterDoNotTrustANodeInMaintenance() {
        try (TalosClient client = client(waiting())) {
            assertFails(client::status, ErrorCode.UNTRUSTED_CERTIFICATE, "still in maintenance");
        }
    }

    @Test
    void versionIsNotImplementedInMaintenance() {
        try (ContractChannel node = ContractChannel.anonymous(waiting())) {
            assertRejected(node::version, UNIMPLEMENTED, NOT_IN_MAINTENANCE);
            assertRejected(node.to("nodes", waiting().host())::version, UNIMPLEMENTED, NOT_IN_MAINTENANCE);
            assertRejected(node.to("node", waiting().host())::version, UNIMPLEMENTED, NOT_IN_MAINTENANCE);
            assertRejected(
                    () -> node.machine().reset(Machine.ResetRequest.getDefaultInstance()),
                    UNIMPLEMENTED,
                    NOT_IN_MAINTENANCE);
            assertRejected(
                    () -> node.machine().upgrade(Machine.UpgradeRequest.getDefaultInstance()),
                    UNIMPLEMENTED,
                    NOT_IN_MAINTENANCE);
        }
    }

    @Test
    void theVersionIsAResourceInMaintenance() {
        try (ContractChannel node = ContractChannel.anonymous(waiting())) {
            assertThat(yaml(node, "runtime", "Versions.runtime.talos.dev", "version"))
                    .isEqualTo("version: v1.12.1\n");
        }
    }

    @Test
    void otherMethodsAreNotImplementedInMaintenance() {
        try (ContractChannel node = ContractChannel.anonymous(waiting())) {
            assertMissing(() -> node.machine().serviceList(Empty.getDefaultInstance()), "ServiceList");
            assertMissing(() -> node.machine().hostname(Empty.getDefaultInstance()), "Hostname");
            assertMissing(() -> node.machine().bootstrap(Machine.BootstrapRequest.getDefaultInstance()), "Bootstrap");
            assertMissing(() -> node.machine().reboot(Machine.RebootRequest.getDefaultInstance()), "Reboot");
            assertMissing(
                    () -> ContractChannel.text(node.machine().logs(Machine.LogsRequest.getDefaultInstance())), "Logs");
            assertMissing(
                    () -> ContractChannel.text(node.machine().kubeconfig(Empty.getDefaultInstance())), "Kubeconfig");
            assertMissing(() -> node.call("machine.MachineService", "Memory"), "Memory");
            assertRejected(
                    () -> node.call("time.TimeService", "Time"), UNIMPLEMENTED, "unknown service time.TimeService");
            assertRejected(
                    () -> node.call("machine.MachineService", "NoSuch"),
                    UNIMPLEMENTED,
                    "unknown method NoSuch for service machine.MachineService");
        }
    }

    private static void assertMissing(ThrowingCallable call, String method) {
        assertRejected(call, UNIMPLEMENTED, "method " + method + " not implemented");
    }

    @Test
    void statusAndDisksAreReadableInMaintenance() {
        try (TalosClient client = TalosClient.maintenance(waiting().address(), Optional.empty());
                ContractChannel node = ContractChannel.anonymous(waiting())) {
            assertThat(client.status().stage()).isEqualTo(MachineStage.MAINTENANCE);
            assertThat(client.disks()).isEmpty();
            assertThat(yaml(node, "runtime", "MachineStatuses.runtime.talos.dev", "machine"))
                    .isEqualTo("stage: maintenance\nstatus:\n    ready: true\n    unmetConditions: []\n");
            assertRejected(
                    () -> node.resource("config", "MachineConfigs.config.talos.dev", "v1alpha1"),
                    PERMISSION_DENIED,
                    NOT_AUTHORIZED);
        }
    }

    static Stream<Arguments> unparsableConfigurations() {
        return Stream.of(
                Arguments.of("syntax", "foo: [", "decode error: yaml: line 1: .+"),
                Arguments.of("empty", "", "config not found"),
                Arguments.of(
                        "unknown keys",
                        "version: v1alpha1\nmachine:\n  type: worker\n  nosuch2: true\nnosuch: 1\n",
                        "unknown keys found during decoding:\nmachine:\n    nosuch2: true\nnosuch: 1\n"),
                Arguments.of(
                        "unknown document",
                        "apiVersion: v1alpha1\nkind: NoSuchConfig\n",
                        "\"NoSuchConfig\" \"v1alpha1\": not registered"),
                Arguments.of(
                        "endpoint that is not a URL",
                        "version: v1alpha1\nmachine: {type: worker}\ncluster:\n  controlPlane:\n    endpoint: '::not a url'\n",
                        "error decoding  to \\*v1alpha1.Config: yaml: unmarshal errors:\n  line 5: parse \"::not a url\": missing"
                                + " protocol scheme"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("unparsableConfigurations")
    void configurationsThatCannotBeParsedAreRejectedInMaintenance(String name, String text, String reason) {
        try (ContractChannel node = ContractChannel.anonymous(waiting());
                TalosClient client = TalosClient.maintenance(waiting().address(), Optional.empty())) {
            assertRejectedLike(() -> node.dryRun(text), UNKNOWN, "failed to parse config: " + reason);
            assertFails(
                    () -> client.apply(text, ApplyMode.AUTO, false), ErrorCode.INVALID_INPUT, "failed to parse config");
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("unparsableConfigurations")
    void configurationsThatCannotBeParsedAreRejectedByConfiguredNodes(String name, String text, String reason) {
        try (ContractChannel node = ContractChannel.secured(configured(), administrator())) {
            assertRejectedLike(() -> node.dryRun(text), INVALID_ARGUMENT, reason);
        }
    }

    static Stream<Arguments> invalidConfigurations() {
        return Stream.of(
                Arguments.of(
                        "machine type alone",
                        "version: v1alpha1\nmachine: {type: controlplane}\n",
                        List.of(
                                "cluster instructions are required",
                                "feature HostDNS should be enabled in container mode (.machine.features.hostDNS.enabled)",
                                "feature HostDNS should forward kube-dns to host in container mode"
                                        + " (.machine.features.hostDNS.forwardKubeDNSToHost)",
                                "issuing CA or some accepted CAs are required (.machine.ca, machine.acceptedCAs)",
                                "issuing CA is required (.machine.ca)")),
                Arguments.of(
                        "unknown machine type",
                        SAMPLE.replaceFirst("type: controlplane", "type: nosuch"),
                        List.of(
                                "etcd config is only allowed on control plane machines",
                                "cluster CA key is not allowed on non-controlplane nodes (.cluster.ca)",
                                "unknown machine type \"nosuch\"")),
                Arguments.of(
                        "control plane as worker",
                        SAMPLE.replaceFirst("type: controlplane", "type: worker"),
                        List.of(
                                "etcd config is only allowed on control plane machines",
                                "cluster CA key is not allowed on non-controlplane nodes (.cluster.ca)",
                                "issuing Talos API CA key is not allowed on non-controlplane nodes (.machine.ca)",
                                "issuing Kubernetes API CA key is not allowed on non-controlplane nodes (.cluster.ca)")),
                Arguments.of(
                        "worker as control plane",
                        SAMPLE_WORKER.replaceFirst("type: worker", "type: controlplane"),
                        List.of("issuing CA key is required for controlplane nodes (.machine.ca.key)")),
                Arguments.of(
                        "no host DNS",
                        SAMPLE.replaceFirst("forwardKubeDNSToHost: true", "forwardKubeDNSToHost: false"),
                        List.of("feature HostDNS should forward kube-dns to host in container mode"
                                + " (.machine.features.hostDNS.forwardKubeDNSToHost)")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("invalidConfigurations")
    void invalidConfigurationsAreRejected(String name, String text, List<String> errors) {
        String reason = "1 error occurred:\n\t* v1alpha1.Config: %d %s occurred:\n\t* %s\n\n\n\n"
                .formatted(errors.size(), errors.size() == 1 ? "error" : "errors", String.join("\n\t* ", errors));
        try (ContractChannel waiting = ContractChannel.anonymous(waiting());
                ContractChannel configured = ContractChannel.secured(configured(), administrator())) {
            assertRejected(() -> waiting.dryRun(text), INVALID_ARGUMENT, "configuration validation failed: " + reason);
            assertRejected(
                    () -> waiting.apply(text, Mode.AUTO, false),
                    INVALID_ARGUMENT,
                    "configuration validation failed: " + reason);
            assertRejected(() -> configured.dryRun(text), INVALID_ARGUMENT, reason);
        }
    }

    @Test
    void onlySomeModesApplyInMaintenance() {
        try (ContractChannel node = ContractChannel.anonymous(waiting())) {
            assertRejected(
                    () -> node.apply("foo: [", Mode.NO_REBOOT, false),
                    UNIMPLEMENTED,
                    "apply configuration --mode='no-reboot' is not supported in maintenance mode");
            assertRejected(
                    () -> node.apply(SAMPLE, Mode.STAGED, true),
                    UNIMPLEMENTED,
                    "apply configuration --mode='staged' is not supported in maintenance mode");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"AUTO", "REBOOT", "TRY"})
    void dryRunInMaintenanceChangesNothing(Mode mode) {
        try (ContractChannel node = ContractChannel.anonymous(waiting())) {
            Machine.ApplyConfiguration response = node.apply(SAMPLE, mode, true);
            assertThat(response.getMode()).isEqualTo(Mode.REBOOT);
            assertThat(response.getModeDetails())
                    .isEqualTo("Dry run summary:\nNode is running in maintenance mode and does not have a config yet.");
            assertThat(response.getWarningsList()).isEmpty();
            assertThat(response.getMetadata().getHostname()).isEmpty();
            assertThat(node.dryRun("apiVersion: v1alpha1\nkind: HostnameConfig\nhostname: a\nauto: off\n")
                            .getModeDetails())
                    .startsWith("Dry run summary");
        }
    }

    @Test
    void anOldMachineTypeIsAWarning() {
        String text = SAMPLE_WORKER.replaceFirst("type: worker", "type: join");
        try (ContractChannel node = ContractChannel.anonymous(waiting())) {
            assertThat(node.dryRun(text).getWarningsList())
                    .containsExactly("use \"worker\" instead of \"join\" for machine type");
        }
    }

    // Configured

    @Test
    void ourConfigurationEndsMaintenanceAndOurCertificatesAreAccepted() {
        ContractNode node = configured();
        try (TalosClient client = client(node)) {
            assertThat(client.version().tag()).isEqualTo(ContractBench.VERSION);
            assertThat(client.version().platform()).isEqualTo("container");
            assertThat(client.version().mode()).isEqualTo("container");
            assertThat(client.hostname()).isEqualTo(node.name());
            assertThat(client.status().stage()).isEqualTo(MachineStage.BOOTING);
        }
        assertThat(delivered().mode()).isEqualTo(ApplyMode.REBOOT);
        assertThat(delivered().details()).isEmpty();
        assertThat(delivered().warnings()).isEmpty();
    }

    @Test
    void certificateOfAConfiguredNodeIsSignedByItsCluster() throws Exception {
        ContractNode node = configured();
        X509Certificate certificate = certificate(node);
        certificate.verify(administrator().authorities().getFirst().getPublicKey());
        assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=" + node.name());
        assertThat(issuer(certificate)).isEqualTo("O=talos");
        assertThat(certificate.getPublicKey().getAlgorithm()).isEqualTo("EdDSA");
        assertThat(names(certificate)).contains(node.name(), node.host()).doesNotContain("127.0.0.1");
        assertServerCertificate(certificate);
    }

    private static void assertServerCertificate(X509Certificate certificate) throws CertificateParsingException {
        Duration lifetime = Duration.between(
                certificate.getNotBefore().toInstant(),
                certificate.getNotAfter().toInstant());
        assertThat(lifetime).isBetween(Duration.ofHours(24), Duration.ofHours(25));
        assertThat(certificate.getKeyUsage()).startsWith(true, false).hasSize(9);
        assertThat(certificate.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
        assertThat(certificate.getBasicConstraints()).isEqualTo(-1);
    }

    private static List<String> names(X509Certificate certificate) throws CertificateParsingException {
        Collection<List<?>> names = certificate.getSubjectAlternativeNames();
        return names.stream().map(name -> name.get(1).toString()).toList();
    }

    @Test
    void aConfiguredNodeRequiresAClientCertificate() {
        try (ContractChannel node = ContractChannel.withoutCertificate(configured(), administrator())) {
            assertRejectedLike(node::version, UNAVAILABLE, ".*");
        }
        assertThat(isInMaintenance(configured())).contains(false);
    }

    @Test
    void aConfiguredNodeRejectsCertificatesOfAnotherCluster() {
        try (TalosClient client =
                TalosClient.secured(configured().address(), OtherAuthority.credentials(), Clock.systemUTC())) {
            assertFails(client::version, ErrorCode.UNTRUSTED_CERTIFICATE, "belongs to another cluster");
        }
    }

    @Test
    void readersOnlyRead() {
        try (ContractChannel reader = as("os:reader")) {
            assertThat(reader.version().getVersion().getTag()).isEqualTo(ContractBench.VERSION);
            assertThat(reader.machine().hostname(Empty.getDefaultInstance()).getMessagesCount())
                    .isOne();
            assertDenied(() -> reader.dryRun(SAMPLE));
            assertDenied(() -> reader.machine().bootstrap(Machine.BootstrapRequest.getDefaultInstance()));
            assertDenied(() -> reader.machine().reboot(Machine.RebootRequest.getDefaultInstance()));
            assertDenied(() -> reader.machine().reset(Machine.ResetRequest.getDefaultInstance()));
            assertDenied(() -> ContractChannel.text(
                    reader.machine().etcdSnapshot(Machine.EtcdSnapshotRequest.getDefaultInstance())));
            assertDenied(() -> ContractChannel.text(reader.machine().kubeconfig(Empty.getDefaultInstance())));
            assertDenied(() -> ContractChannel.text(reader.machine()
                    .read(Machine.ReadRequest.newBuilder()
                            .setPath("/etc/os-release")
                            .build())));
            assertDenied(() -> reader.resource("config", "MachineConfigs.config.talos.dev", "v1alpha1"));
        }
    }

    @Test
    void operatorsAndBackupsHaveTheirOwnMethods() {
        try (ContractChannel operator = as("os:operator");
                ContractChannel backup = as("os:etcd:backup")) {
            assertRejected(
                    () -> operator.machine().reboot(Machine.RebootRequest.getDefaultInstance()),
                    FAILED_PRECONDITION,
                    NOT_IN_CONTAINER);
            assertDenied(() -> operator.machine().bootstrap(Machine.BootstrapRequest.getDefaultInstance()));
            assertDenied(() -> operator.machine().reset(Machine.ResetRequest.getDefaultInstance()));
            assertDenied(() -> operator.machine().upgrade(Machine.UpgradeRequest.getDefaultInstance()));
            assertDenied(() -> ContractChannel.text(operator.machine().kubeconfig(Empty.getDefaultInstance())));
            assertDenied(backup::version);
            assertDenied(() -> backup.resource("runtime", "MachineStatuses.runtime.talos.dev", "machine"));
            assertRejectedLike(
                    () -> backup.machine()
                            .withDeadlineAfter(1, TimeUnit.SECONDS)
                            .etcdMemberList(Machine.EtcdMemberListRequest.getDefaultInstance()),
                    DEADLINE_EXCEEDED,
                    ".*");
        }
    }

    private ContractChannel as(String role) {
        return ContractChannel.secured(configured(), CLUSTER.holder(List.of(role), Clock.systemUTC()));
    }

    private static void assertDenied(ThrowingCallable call) {
        assertRejected(call, PERMISSION_DENIED, NOT_AUTHORIZED);
    }

    @Test
    void servicesAreListedByName() {
        try (TalosClient client = client(configured())) {
            assertThat(client.services())
                    .extracting(NodeService::id)
                    .containsExactly("apid", "containerd", "cri", "etcd", "kubelet", "machined", "trustd");
            assertThat(client.services())
                    .filteredOn(service -> service.id().equals("etcd"))
                    .allSatisfy(service -> {
                        assertThat(service.state()).isIn("Preparing", "Waiting", "Starting");
                        assertThat(service.health()).isEqualTo(NodeService.Health.UNKNOWN);
                    });
            assertThat(client.services())
                    .filteredOn(service -> service.id().equals("machined"))
                    .allSatisfy(service -> {
                        assertThat(service.state()).isEqualTo("Running");
                        assertThat(service.health()).isEqualTo(NodeService.Health.HEALTHY);
                        assertThat(service.message()).isEqualTo("Health check successful");
                    });
        }
    }

    @Test
    void logsOfServicesAreInTheSystemNamespace() {
        try (ContractChannel node = ContractChannel.secured(configured(), administrator());
                TalosClient client = client(configured())) {
            ByteArrayOutputStream log = new ByteArrayOutputStream();
            client.logs(new LogQuery("machined", OptionalInt.of(1), false), log);
            assertThat(log.toString(StandardCharsets.UTF_8).lines()).hasSize(1);
            assertRejected(() -> log(node, "", "apid"), UNKNOWN, "namespace is required: failed precondition");
            assertRejected(() -> log(node, "system", "nosuch"), UNKNOWN, "log \"nosuch\" was not registered");
            assertFails(
                    () -> client.logs(new LogQuery("nosuch", OptionalInt.empty(), false), log),
                    ErrorCode.NOT_FOUND,
                    "log \"nosuch\" was not registered");
        }
    }

    private static String log(ContractChannel node, String namespace, String id) {
        return ContractChannel.text(node.machine()
                .logs(Machine.LogsRequest.newBuilder()
                        .setNamespace(namespace)
                        .setId(id)
                        .build()));
    }

    @Test
    void filesAreReadable() {
        try (ContractChannel node = ContractChannel.secured(configured(), administrator());
                TalosClient client = client(configured())) {
            assertThat(client.bootId()).matches("[0-9a-f-]{36}");
            assertRejected(
                    () -> ContractChannel.text(node.machine()
                            .read(Machine.ReadRequest.newBuilder()
                                    .setPath("/no/such")
                                    .build())),
                    NOT_FOUND,
                    "stat /no/such: no such file or directory");
        }
    }

    @Test
    void kubeconfigIsAvailableBeforeEtcd() {
        try (TalosClient client = client(configured())) {
            Config config = Config.fromKubeconfig(client.kubeconfig());
            assertThat(config.getMasterUrl())
                    .startsWith("https://" + configured().host() + ":6443");
            assertThat(config.getCurrentContext().getName()).isEqualTo("admin@sample");
            assertThat(config.getClientKeyData()).isNotEmpty();
        }
    }

    @Test
    void resourcesAreReadByTypeNamespaceAndId() {
        try (ContractChannel node = ContractChannel.secured(configured(), administrator())) {
            assertThat(yaml(node, "runtime", "MachineStatuses.runtime.talos.dev", "machine"))
                    .startsWith("stage: booting\nstatus:\n    ready: false\n    unmetConditions:\n")
                    .contains("        - name: services\n", "etcd not running");
            assertThat(node.count("runtime", "MachineStatuses.runtime.talos.dev"))
                    .isOne();
            assertThat(node.resource("runtime", "MachineStatuses.runtime.talos.dev", "machine")
                            .getMetadata()
                            .getOwner())
                    .isEqualTo("runtime.MachineStatusController");
            assertThat(node.resource("config", "MachineConfigs.config.talos.dev", "v1alpha1")
                            .getMetadata()
                            .getId())
                    .isEqualTo("v1alpha1");
            assertRejected(
                    () -> node.resource("runtime", "NoSuch.talos.dev", "machine"),
                    PERMISSION_DENIED,
                    "resource type \"NoSuch.talos.dev\" is not supported");
            assertRejected(
                    () -> node.resource("runtime", "MachineStatuses.runtime.talos.dev", "nosuch"),
                    NOT_FOUND,
                    "resource MachineStatuses.runtime.talos.dev(runtime/nosuch@undefined) doesn't exist");
            assertRejected(
                    () -> node.count("nosuch", "MachineStatuses.runtime.talos.dev"),
                    PERMISSION_DENIED,
                    "namespace \"nosuch\" is not supported");
            assertThat(node.count("network", "MachineStatuses.runtime.talos.dev"))
                    .isZero();
        }
    }

    private static String yaml(ContractChannel node, String namespace, String type, String id) {
        return node.resource(namespace, type, id).getSpec().getYamlSpec();
    }

    @Test
    void resourcesAreReadFromOneNode() {
        String self = configured().host();
        try (ContractChannel node = ContractChannel.secured(configured(), administrator())) {
            assertThat(node.to("node", self).count("runtime", "MachineStatuses.runtime.talos.dev"))
                    .isOne();
            assertRejected(
                    () -> node.to("nodes", self).resource("runtime", "MachineStatuses.runtime.talos.dev", "machine"),
                    INVALID_ARGUMENT,
                    "one-2-many proxying is not supported for COSI methods");
        }
    }

    @Test
    void requestsAreForwardedByTheirMetadata() {
        String self = configured().host();
        try (ContractChannel node = ContractChannel.secured(configured(), administrator())) {
            assertThat(node.version().hasMetadata()).isFalse();
            assertThat(node.to("node", self).version().hasMetadata()).isFalse();
            Machine.Version one = node.to("nodes", self).version();
            assertThat(one.getMetadata())
                    .isEqualTo(Common.Metadata.newBuilder().setHostname(self).build());
            assertThat(one.getVersion().getTag()).isEqualTo(ContractBench.VERSION);
            assertRejected(
                    node.to("node", self, self)::version, INVALID_ARGUMENT, "node metadata must be single-valued");
            assertRejected(
                    node.to("node", self + ":50000")::version, INTERNAL, "invalid target \"" + self + ":50000\"");
        }
    }

    @Test
    void aNodeThatCannotBeReachedIsAnErrorInItsMessage() {
        String self = configured().host();
        String nowhere = bench().unusedAddress();
        try (ContractChannel node = ContractChannel.secured(configured(), administrator())) {
            assertThat(error(node.to("nodes", nowhere), nowhere))
                    .matches(
                            "rpc error: code = Unavailable desc = connection error: desc = \"transport: Error while dialing:"
                                    + " dial tcp .+:50000: connect: (no route to host|connection refused)\"");
            assertThat(error(node.to("nodes", waiting().host()), waiting().host()))
                    .isEqualTo(
                            "rpc error: code = Unavailable desc = connection error: desc = \"transport: authentication"
                                    + " handshake failed: tls: failed to verify certificate: x509: certificate signed by unknown"
                                    + " authority\"");
            assertThat(node.to("nodes", self, nowhere)
                            .machine()
                            .version(Empty.getDefaultInstance())
                            .getMessagesList())
                    .extracting(message -> message.getMetadata().getHostname())
                    .containsExactlyInAnyOrder(self, nowhere);
            assertRejectedLike(node.to("node", nowhere)::version, UNAVAILABLE, "connection error: .*");
        }
    }

    private static String error(ContractChannel node, String host) {
        Common.Metadata metadata = node.version().getMetadata();
        assertThat(metadata.getHostname()).isEqualTo(host);
        return metadata.getError();
    }

    @Test
    void aForbiddenCallIsAnErrorOfEachNode() {
        String self = configured().host();
        try (ContractChannel reader = as("os:reader")) {
            Machine.Reboot message = reader.to("nodes", self)
                    .machine()
                    .reboot(Machine.RebootRequest.getDefaultInstance())
                    .getMessages(0);
            assertThat(message.getMetadata().getError())
                    .isEqualTo("rpc error: code = PermissionDenied desc = not authorized");
            assertDenied(() -> reader.to("node", self).machine().reboot(Machine.RebootRequest.getDefaultInstance()));
        }
    }

    @Test
    void theSameConfigurationIsAppliedWithoutAReboot() {
        try (ContractChannel node = ContractChannel.secured(configured(), administrator())) {
            Machine.ApplyConfiguration dry = node.dryRun(configuration(configured()));
            assertThat(dry.getMode()).isEqualTo(Mode.NO_REBOOT);
            assertThat(dry.getModeDetails())
                    .isEqualTo("Dry run summary:\nApplied configuration without a reboot (skipped in dry-run).\nConfig"
                            + " diff:\n\nNo changes.");
            Machine.ApplyConfiguration applied = node.apply(configuration(configured()), Mode.AUTO, false);
            assertThat(applied.getMode()).isEqualTo(Mode.NO_REBOOT);
            assertThat(applied.getModeDetails()).isEqualTo("Applied configuration without a reboot");
            Machine.ApplyConfiguration staged = node.apply(configuration(configured()), Mode.STAGED, false);
            assertThat(staged.getMode()).isEqualTo(Mode.STAGED);
            assertThat(staged.getModeDetails()).isEqualTo("Staged configuration to be applied after the next reboot");
            assertRejected(
                    () -> node.dryRun("apiVersion: v1alpha1\nkind: HostnameConfig\nhostname: a\nauto: off\n"),
                    INVALID_ARGUMENT,
                    "the applied machine configuration doesn't contain v1alpha1 config, did you mean to patch the machine config"
                            + " instead?");
        }
    }

    @Test
    void etcdMethodsDoNotAnswerBeforeEtcdRuns() {
        try (ContractChannel node = ContractChannel.secured(configured(), administrator())) {
            assertRejectedLike(
                    () -> node.machine()
                            .withDeadlineAfter(1, TimeUnit.SECONDS)
                            .etcdMemberList(Machine.EtcdMemberListRequest.getDefaultInstance()),
                    DEADLINE_EXCEEDED,
                    ".*");
            assertRejectedLike(
                    () -> ContractChannel.text(node.machine()
                            .withDeadlineAfter(1, TimeUnit.SECONDS)
                            .etcdSnapshot(Machine.EtcdSnapshotRequest.getDefaultInstance())),
                    DEADLINE_EXCEEDED,
                    ".*");
        }
    }

    @Test
    void containersAreNotRebootedShutDownOrUpgraded() {
        try (ContractChannel node = ContractChannel.secured(configured(), administrator());
                TalosClient client = client(configured())) {
            assertUnsupported(() -> node.machine().reboot(Machine.RebootRequest.getDefaultInstance()));
            assertUnsupported(() -> node.machine().shutdown(Machine.ShutdownRequest.getDefaultInstance()));
            assertUnsupported(() -> node.machine()
                    .upgrade(Machine.UpgradeRequest.newBuilder()
                            .setImage("registry.example.com/installer:v1.12.2")
                            .build()));
            assertFails(() -> client.reboot(RebootMode.DEFAULT), ErrorCode.NOT_OFFERED, NOT_IN_CONTAINER);
            assertFails(
                    () -> client.upgrades().whole("registry.example.com/installer:v1.12.2"),
                    ErrorCode.NOT_OFFERED,
                    NOT_IN_CONTAINER);
        }
    }

    private static void assertUnsupported(ThrowingCallable call) {
        assertRejected(call, FAILED_PRECONDITION, NOT_IN_CONTAINER);
    }

    @Test
    void aResetSwitchesTheContainerOff() {
        ContractNode node = single("reset");
        try (TalosClient client = client(node)) {
            assertThat(client.reset(ResetOptions.everything())).matches("[0-9a-f-]{36}");
        }
        node.awaitShutdown();
        try (TalosClient client = client(node)) {
            assertThatThrownBy(client::version)
                    .isInstanceOfSatisfying(
                            ButlerException.class,
                            failure -> assertThat(failure.code()).isIn(ErrorCode.UNREACHABLE, ErrorCode.TIMEOUT));
        }
    }

    // Workers

    @Test
    void workersOfferNeitherEtcdNorForwarding() {
        String self = worker().host();
        try (ContractChannel node = ContractChannel.secured(worker(), administrator())) {
            assertThat(node.version().getVersion().getTag()).isEqualTo(ContractBench.VERSION);
            assertOnControlPlanes(
                    () -> node.machine().etcdMemberList(Machine.EtcdMemberListRequest.getDefaultInstance()),
                    "member list");
            assertOnControlPlanes(
                    () -> ContractChannel.text(
                            node.machine().etcdSnapshot(Machine.EtcdSnapshotRequest.getDefaultInstance())),
                    "etcd snapshot");
            assertOnControlPlanes(
                    () -> ContractChannel.text(node.machine().kubeconfig(Empty.getDefaultInstance())), "kubeconfig");
            assertThat(node.to("node", self).version().getVersion().getTag()).isEqualTo(ContractBench.VERSION);
            assertRejected(node.to("node", configured().host())::version, PERMISSION_DENIED, "no request forwarding");
            assertRejected(
                    node.to("nodes", self, configured().host())::version, PERMISSION_DENIED, "no request forwarding");
        }
    }

    private static void assertOnControlPlanes(ThrowingCallable call, String method) {
        assertRejected(call, UNIMPLEMENTED, method + " is only available on control plane nodes");
    }

    @Test
    void workersAreNotBootstrapped() {
        try (ContractChannel node = ContractChannel.secured(worker(), administrator())) {
            Runnable bootstrap = () -> node.machine().bootstrap(Machine.BootstrapRequest.getDefaultInstance());
            awaitUnless(bootstrap, FAILED_PRECONDITION, "bootstrap is not available yet");
            assertRejected(
                    bootstrap::run, FAILED_PRECONDITION, "bootstrap can only be performed on a control plane node");
        }
    }

    // Etcd

    @Test
    void etcdIsBootstrappedOnce() {
        try (ContractChannel node =
                        ContractChannel.secured(member(), cluster(member()).administrator());
                TalosClient client = client(member())) {
            assertRejected(
                    () -> node.machine().bootstrap(Machine.BootstrapRequest.getDefaultInstance()),
                    ALREADY_EXISTS,
                    "etcd data directory is not empty");
            assertFails(
                    () -> client.bootstrap(EtcdBootstrapSource.FRESH),
                    ErrorCode.CONFLICT,
                    "etcd data directory is not empty");
            operations.bootstrap(client, EtcdBootstrapSource.FRESH, BOOTSTRAP);
        }
    }

    @Test
    void etcdHasTheNodeAsItsMember() {
        try (TalosClient client = client(member())) {
            List<EtcdMember> members = client.etcd().members();
            assertThat(members).hasSize(1);
            assertThat(members.getFirst().hostname()).isEqualTo(member().name());
            assertThat(members.getFirst().peerUrls()).containsExactly("https://" + member().host() + ":2380");
            assertThat(members.getFirst().clientUrls()).containsExactly("https://" + member().host() + ":2379");
            assertThat(members.getFirst().learner()).isFalse();
            assertThat(client.services())
                    .filteredOn(service -> service.id().equals("etcd"))
                    .extracting(NodeService::state)
                    .containsExactly("Running");
        }
    }

    @Test
    void aSnapshotOfEtcdIsADatabaseWithItsChecksum() {
        byte[] snapshot = snapshot();
        assertThat(snapshot.length % 4096).isEqualTo(32);
    }

    @Test
    void etcdIsRecoveredFromAnUploadedSnapshotOnly() {
        byte[] snapshot = snapshot();
        ContractNode other = single("recovered");
        try (TalosClient client = client(other)) {
            client.bootstrap(EtcdBootstrapSource.RECOVERED);
            awaitService(
                    client,
                    "etcd",
                    service -> service.message()
                            .equals(
                                    "Failed to run pre stage: error verifying snapshot: stat /var/lib/etcd.snapshot: no such"
                                            + " file or directory"));
            operations.patience().insist(BOOTSTRAP, "the snapshot is uploaded", () -> {
                client.etcd().recover(new ByteArrayInputStream(snapshot));
                return true;
            });
            operations.bootstrap(client, EtcdBootstrapSource.RECOVERED, BOOTSTRAP);
            awaitEtcd(client);
            assertThat(client.etcd().members()).extracting(EtcdMember::hostname).containsExactly(other.name());
        }
    }

    private byte[] snapshot() {
        try (TalosClient client = client(member())) {
            ByteArrayOutputStream target = new ByteArrayOutputStream();
            client.etcd().snapshot(target);
            return target.toByteArray();
        }
    }

    // talosctl of the same version

    @Test
    void talosctlReadsANodeInMaintenance(@TempDir Path home) throws IOException, InterruptedException {
        TalosctlProgram talosctl = talosctl(home);
        String host = waiting().host();
        Files.writeString(home.resolve("sample.yaml"), SAMPLE);
        Files.writeString(home.resolve("bad.yaml"), "foo: [");

        TalosctlProgram.Run version = talosctl.run("version", "--insecure", "--nodes", host);
        assertThat(version.exitCode()).isNotZero();
        assertThat(version.text()).contains("code = Unimplemented desc = " + NOT_IN_MAINTENANCE);
        assertThat(succeed(talosctl, "get", "machinestatus", "--insecure", "--nodes", host))
                .containsPattern("runtime\\s+MachineStatus\\s+machine\\s+\\d+\\s+maintenance\\s+true");
        assertThat(succeed(talosctl, "get", "version", "--insecure", "--nodes", host, "--output", "yaml"))
                .contains("spec:\n    version: v1.12.1");
        assertThat(succeed(
                        talosctl, "apply-config", "--insecure", "--dry-run", "--nodes", host, "--file", "sample.yaml"))
                .contains("Node is running in maintenance mode and does not have a config yet.");
        TalosctlProgram.Run bad = talosctl.run("apply-config", "--insecure", "--nodes", host, "--file", "bad.yaml");
        assertThat(bad.exitCode()).isNotZero();
    }

    @Test
    void talosctlConfiguresANodeAndReadsIt(@TempDir Path home) throws IOException, InterruptedException {
        TalosctlProgram talosctl = talosctl(home);
        ContractNode node = bench().boot("talosctl");
        String host = node.host();
        Files.writeString(home.resolve("controlplane.yaml"), configuration(node));
        Files.writeString(home.resolve("talosconfig"), CLUSTER.talosconfig(List.of(host)));

        succeed(
                talosctl,
                "apply-config",
                "--insecure",
                "--cert-fingerprint",
                node.consoleFingerprint(),
                "--nodes",
                host,
                "--file",
                "controlplane.yaml");
        try (TalosClient client = client(node)) {
            operations.awaitArrival(client, ARRIVAL);
        }
        assertThat(succeed(talosctl, "version", "--talosconfig", "talosconfig", "--nodes", host))
                .contains("NODE:        " + host, "Tag:         v1.12.1", "Enabled:     RBAC");
        assertThat(succeed(talosctl, "services", "--talosconfig", "talosconfig", "--nodes", host))
                .containsPattern(host + "\\s+machined\\s+Running\\s+OK")
                .containsPattern(host + "\\s+etcd\\s+\\w+\\s+\\?");
        assertThat(succeed(talosctl, "get", "machinestatus", "--talosconfig", "talosconfig", "--nodes", host))
                .containsPattern(host + "\\s+runtime\\s+MachineStatus\\s+machine\\s+\\d+\\s+booting\\s+false");
        assertThat(succeed(
                        talosctl, "logs", "machined", "--tail", "1", "--talosconfig", "talosconfig", "--nodes", host))
                .startsWith(host + ": ");
        TalosctlProgram.Run reboot =
                talosctl.run("reboot", "--wait=false", "--talosconfig", "talosconfig", "--nodes", host);
        assertThat(reboot.exitCode()).isNotZero();
        assertThat(reboot.text()).contains("code = FailedPrecondition desc = " + NOT_IN_CONTAINER);
    }

    private static String succeed(TalosctlProgram talosctl, String... arguments)
            throws IOException, InterruptedException {
        TalosctlProgram.Run run = talosctl.run(arguments);
        assertThat(run.exitCode()).as(run.text()).isZero();
        return run.text();
    }
}
