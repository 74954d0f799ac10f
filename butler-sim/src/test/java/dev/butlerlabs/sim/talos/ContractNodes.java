package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.retry.CallRetryPolicy;
import dev.butlerlabs.core.talos.client.ApplyResult;
import dev.butlerlabs.core.talos.client.EtcdBootstrapSource;
import dev.butlerlabs.core.talos.client.MachineWaiter;
import dev.butlerlabs.core.talos.client.NodeOperations;
import dev.butlerlabs.core.talos.client.NodeService;
import dev.butlerlabs.core.talos.client.TalosClient;
import dev.butlerlabs.core.talos.client.TalosCredentials;
import dev.butlerlabs.core.talos.client.TalosRetryPolicy;
import dev.butlerlabs.core.talos.config.MachineType;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.core.testing.TestBenchTalosNode;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.bouncycastle.asn1.ASN1Sequence;
import org.bouncycastle.asn1.x500.X500Name;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** The nodes of {@link TalosNodeContract}, each started by the first case that needs it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ContractNodes {
    static final SampleCluster CLUSTER = SampleCluster.FIRST;
    static final CallRetryPolicy ARRIVAL = quick(TalosRetryPolicy.ARRIVAL);
    static final CallRetryPolicy BOOTSTRAP = quick(TalosRetryPolicy.BOOTSTRAP);
    /** A valid configuration of a control plane that is never delivered. */
    static final String SAMPLE =
            ContractConfiguration.of(CLUSTER, "192.0.2.1", Optional.empty()).yaml(MachineType.CONTROL_PLANE);

    static final String SAMPLE_WORKER =
            ContractConfiguration.of(CLUSTER, "192.0.2.1", Optional.empty()).yaml(MachineType.WORKER);

    private static final int ISSUER = 3;

    final NodeOperations operations = new NodeOperations(MachineWaiter.real(sentence -> {}));

    private final Map<String, SampleCluster> clusters = new HashMap<>();
    private ContractBench bench;
    private Optional<ContractNode> waiting = Optional.empty();
    private Optional<ContractNode> configured = Optional.empty();
    private Optional<ContractNode> worker = Optional.empty();
    private Optional<ContractNode> member = Optional.empty();
    private Optional<ApplyResult> delivered = Optional.empty();

    abstract ContractBench start();

    @BeforeAll
    void startBench() {
        bench = start();
    }

    @AfterAll
    void closeBench() {
        if (bench != null) {
            bench.close();
        }
    }

    ContractBench bench() {
        return bench;
    }

    static TalosCredentials administrator() {
        return CLUSTER.administrator();
    }

    /** Returns a client with the credentials of an administrator of the node's cluster. */
    TalosClient client(ContractNode node) {
        return TalosClient.secured(node.address(), cluster(node).administrator(), Clock.systemUTC());
    }

    /** Returns the cluster of a node: the only control plane of its own one, or a member of the common one. */
    SampleCluster cluster(ContractNode node) {
        return clusters.getOrDefault(node.name(), CLUSTER);
    }

    /** Starts a node and configures it as the only control plane of a cluster of its own. */
    ContractNode single(String name) {
        clusters.put(name, SampleCluster.generate());
        ContractNode node = bench.boot(name);
        configure(node);
        return node;
    }

    /** Returns a node in maintenance mode. */
    ContractNode waiting() {
        waiting = waiting.or(() -> Optional.of(bench.boot("waiting")));
        return waiting.get();
    }

    /** Returns a control plane whose etcd is not bootstrapped. */
    ContractNode configured() {
        if (configured.isEmpty()) {
            ContractNode node = bench.boot("cp-1");
            configure(node);
            configured = Optional.of(node);
        }
        return configured.get();
    }

    /** Returns a worker of the cluster of {@link #configured}. */
    ContractNode worker() {
        if (worker.isEmpty()) {
            ContractNode node = bench.boot("worker-1");
            String text = ContractConfiguration.of(CLUSTER, configured().host(), bench.registry())
                    .yaml(MachineType.WORKER);
            deliver(node, text);
            try (TalosClient client = client(node)) {
                operations.awaitArrival(client, ARRIVAL);
            }
            worker = Optional.of(node);
        }
        return worker.get();
    }

    /** Returns a control plane with a running etcd; skips the case where etcd cannot run. */
    ContractNode member() {
        bench.withoutEtcd().ifPresent(reason -> Assumptions.abort(reason));
        if (member.isEmpty()) {
            ContractNode node = single("etcd-1");
            try (TalosClient client = client(node)) {
                operations.bootstrap(client, EtcdBootstrapSource.FRESH, BOOTSTRAP);
                awaitEtcd(client);
            }
            member = Optional.of(node);
        }
        return member.get();
    }

    static void awaitEtcd(TalosClient client) {
        awaitService(client, "etcd", service -> service.health() == NodeService.Health.HEALTHY);
    }

    static void awaitService(TalosClient client, String id, Predicate<NodeService> condition) {
        TestAwait.upTo(Duration.ofMinutes(2), "service " + id)
                .pollInterval(Duration.ofMillis(250))
                .until(() -> client.services().stream()
                        .anyMatch(service -> service.id().equals(id) && condition.test(service)));
    }

    /** Returns talosctl of the version of the nodes; skips the case where it is not prepared. */
    TalosctlProgram talosctl(Path home) {
        Optional<TestBenchTalosNode> prepared = TestBenchTalosNode.find();
        Assumptions.assumeTrue(
                prepared.isPresent(),
                "no talosctl " + ContractBench.VERSION + "; scripts/testbench-talosnode prepares it");
        return new TalosctlProgram(prepared.get().talosctl(), home);
    }

    /** Configures a node as the only control plane of a cluster, and returns when it can be bootstrapped. */
    private void configure(ContractNode node) {
        delivered = Optional.of(deliver(node, configuration(node)));
        try (TalosClient client = client(node)) {
            operations.awaitArrival(client, ARRIVAL);
        }
    }

    String configuration(ContractNode node) {
        return ContractConfiguration.of(cluster(node), node.host(), bench.registry())
                .yaml(MachineType.CONTROL_PLANE);
    }

    /** Returns the response to the last delivered configuration. */
    ApplyResult delivered() {
        return delivered.orElseThrow();
    }

    private ApplyResult deliver(ContractNode node, String configuration) {
        try (TalosClient maintenance = TalosClient.maintenance(node.address(), Optional.empty())) {
            return operations.deliver(maintenance, configuration, TalosRetryPolicy.DELIVERY);
        }
    }

    /** Waits until the container runtime of a node runs: it rejects bootstrap before that for another reason. */
    static void awaitUnless(Runnable call, Status.Code code, String description) {
        TestAwait.upTo(Duration.ofMinutes(1), "another answer than " + description)
                .until(() -> {
                    try {
                        call.run();
                        return true;
                    } catch (StatusRuntimeException e) {
                        return e.getStatus().getCode() != code
                                || !description.equals(e.getStatus().getDescription());
                    }
                });
    }

    /** Returns the mode of a node. A connection that breaks off before its reason arrives says nothing; the next one does. */
    Optional<Boolean> isInMaintenance(ContractNode node) {
        try (TalosClient client = TalosClient.maintenance(node.address(), Optional.empty())) {
            return Stream.generate(() -> operations.isInMaintenance(client))
                    .limit(5)
                    .flatMap(Optional::stream)
                    .findFirst();
        }
    }

    static CallRetryPolicy quick(CallRetryPolicy policy) {
        return policy.within(Duration.ofMinutes(2)).withPause(Duration.ofMillis(200));
    }

    /** Returns the certificate of a node; the runtime accepts one without an issuer after a client was created. */
    static X509Certificate certificate(ContractNode node) {
        TalosClient.maintenance(node.address(), Optional.empty()).close();
        return ForeignTalosClient.certificate(node.socket());
    }

    /** Returns the issuer; empty if it has no name, which neither the JDK nor a library represents. */
    static String issuer(X509Certificate certificate) throws GeneralSecurityException {
        ASN1Sequence body = ASN1Sequence.getInstance(
                ASN1Sequence.getInstance(certificate.getEncoded()).getObjectAt(0));
        ASN1Sequence issuer = ASN1Sequence.getInstance(body.getObjectAt(ISSUER));
        return issuer.size() == 0 ? "" : X500Name.getInstance(issuer).toString();
    }

    static String fingerprint(X509Certificate certificate) throws GeneralSecurityException {
        byte[] key = certificate.getPublicKey().getEncoded();
        return Base64.getEncoder()
                .encodeToString(MessageDigest.getInstance("SHA-256").digest(key));
    }
}
