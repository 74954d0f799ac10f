package dev.butlerlabs.ctl.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.audit.AuditReader;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.reconcile.ReconcilerHost;
import dev.butlerlabs.core.reconcile.ReconcilerHostOptions;
import dev.butlerlabs.core.tenant.expiry.GrantExpiryReconciler;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.core.testing.apiserver.ApiServerTarget;
import dev.butlerlabs.core.testing.apiserver.RealApiServer;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import dev.butlerlabs.ctl.cluster.ClusterBench;
import io.fabric8.kubernetes.api.model.authentication.SelfSubjectReview;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("process")
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class AccessTest {
    @TempDir
    private static Path folder;

    private static ClusterBench bench;

    /** The tenant cluster demo is the bench itself. */
    @BeforeAll
    static void start() {
        bench = ClusterBench.start(folder);
        for (String name : List.of("demo", "real")) {
            bench.namespace(name + "-parts");
            bench.run("create", name, "--provider=x");
            bench.ready(name, 1, "v1.30.2");
        }
        bench.adminKubeconfig("demo", bench.own());
        List.of("view", "edit")
                .forEach(name -> bench.client().resource(role(name)).create());
    }

    @AfterAll
    static void stop() {
        bench.close();
    }

    @AfterEach
    void forgetAll() {
        bench.client().rbac().clusterRoleBindings().delete();
        bench.client().rbac().roleBindings().inAnyNamespace().delete();
    }

    @Test
    void grantsListsAndRevokesByUserAndGroup() {
        assertThat(run("grant", "demo", "alice@example.org", "--kind=user", "--role=view")
                        .err())
                .contains("User alice@example.org granted role view in all namespaces of demo.");
        ToolRun group = run("grant", "demo", "Developers", "--kind=group", "--role=edit", "--within=demo-parts");
        assertThat(group.exitCode()).as(group.err()).isZero();
        assertThat(run("grant", "demo", "Developers", "--kind=group", "--role=edit", "--within=demo-parts")
                        .exitCode())
                .as("granting twice is granting once")
                .isZero();

        assertThat(run("list", "demo").out().lines().skip(1))
                .satisfiesExactly(
                        line -> assertThat(line).matches("Developers +group +edit +demo-parts +revoked +active"),
                        line -> assertThat(line).matches("alice@example.org +user +view +everywhere +revoked +active"));
        assertThat(run("revoke", "demo", "Developers").exitCode()).isZero();
        assertThat(run("list", "demo", "-o", "name").out()).isEqualTo("alice@example.org\n");
        assertThat(run("revoke", "demo", "alice@example.org", "--role=edit").exitCode())
                .isEqualTo(ErrorKind.NOT_FOUND.exitCode());
    }

    @Test
    void leavesNothingOfAGrantThatFailedHalfWay() {
        ToolRun nowhere = run("grant", "demo", "ci", "--role=view", "--within=nowhere");
        assertThat(nowhere.exitCode()).as(nowhere.err()).isNotZero();

        assertThat(run("list", "demo", "-o", "name").out()).isEmpty();
        assertThat(bench.client()
                        .serviceAccounts()
                        .inNamespace("butler-access")
                        .withName("ci")
                        .get())
                .isNull();
    }

    @Test
    void aTokenOfARehearsedClusterHasTheRoleOnlyAndEndsAtOnceWhenRevoked() {
        ToolRun granted = run("grant", "demo", "ci", "--role=view", "--within=demo-parts");

        assertThat(granted.exitCode()).as(granted.err()).isZero();
        try (KubernetesClient ci = new KubeConnector("test").connect(Kubeconfig.parse(granted.out(), "granted"))) {
            assertThat(whoAmI(ci)).isEqualTo("system:serviceaccount:butler-access:ci");
            assertThat(ci.pods().inNamespace("demo-parts").list().getItems()).isEmpty();
            assertThat(code(() -> ci.secrets().inNamespace("demo-parts").list()))
                    .isEqualTo(403);
            assertThat(code(() -> ci.pods().inNamespace("default").list())).isEqualTo(403);

            run("revoke", "demo", "ci");

            assertThat(rejection(ci)).hasValue(401);
        }
    }

    @Test
    void aGrantOfTwoSecondsIsRefusedByTheTenantClusterAtSecondThree() {
        try (ReconcilerHost _ = controllers(bench.own())) {
            Instant start = Instant.now();
            ToolRun granted = run("grant", "demo", "ci", "--role=view", "--within=demo-parts", "--for=2s");
            assertThat(granted.exitCode()).as(granted.err()).isZero();
            assertThat(granted.err()).contains("Account ci granted role view in namespace demo-parts of demo until ");
            try (KubernetesClient ci = new KubeConnector("test").connect(Kubeconfig.parse(granted.out(), "granted"))) {
                Instant refused = TestAwait.upTo(Duration.ofSeconds(30), "the token rejected")
                        .pollInterval(Duration.ofMillis(50))
                        .until(() -> rejection(ci).isPresent() ? Instant.now() : start, start::isBefore);
                // The tool starts the two seconds after it has connected.
                assertThat(Duration.between(start, refused)).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(5));
                assertThat(rejection(ci)).hasValue(401);
            }
            assertThat(run("list", "demo", "-o", "name").out()).isEmpty();
        }
    }

    @Test
    void aGrantToAUserEndsWithoutTheToolAndIsListedWithItsEnd() {
        run("grant", "demo", "alice", "--kind=user", "--role=view", "--within=demo-parts", "--for=2s");
        assertThat(run("list", "demo").out().lines().skip(1))
                .singleElement()
                .asString()
                .matches("alice +user +view +demo-parts +\\d{4}-\\d\\d-\\d\\dT[0-9:]+Z +(active|expired)");
        TestAwait.upTo(Duration.ofSeconds(30), "the grant expired")
                .until(() -> run("list", "demo", "-o", "json").out(), json -> json.contains("\"expired\""));

        try (ReconcilerHost _ = controllers(bench.own())) {
            TestAwait.upTo(Duration.ofSeconds(30), "the grant deleted")
                    .until(() -> run("list", "demo", "-o", "name").out(), String::isEmpty);
        }
        assertThat(bench.client()
                        .rbac()
                        .roleBindings()
                        .inNamespace("demo-parts")
                        .list()
                        .getItems())
                .isEmpty();
    }

    /** A manifest from before would remove the end of a grant if it contained the planned checks. */
    @Test
    void anExportedClusterDoesNotContainThePlannedEnd() {
        run("grant", "demo", "alice", "--kind=user", "--role=view", "--for=8h");

        ToolRun exported = bench.run("export", "demo");

        assertThat(exported.out()).contains("kind: TenantCluster").doesNotContain("access-checks");
    }

    @Test
    void recordsWhoGrantedAndRevoked() {
        run("grant", "demo", "alice", "--kind=user", "--role=view", "--within=demo-parts", "--for=8h");
        assertThat(run("list", "demo", "-o", "json").out()).contains("\"grantedBy\": \"kubernetes-admin\"");
        run("revoke", "demo", "alice");

        assertThat(new AuditReader(bench.client()).list(Optional.empty(), Instant.EPOCH))
                .filteredOn(record -> record.changes().toString().contains("alice"))
                .extracting(record -> record.author() + " " + record.verb() + " " + record.subject())
                .contains(
                        "kubernetes-admin granted butler-tenants/demo", "kubernetes-admin revoked butler-tenants/demo");
    }

    private static ReconcilerHost controllers(Kubeconfig tenant) {
        return ReconcilerHost.start(
                bench.client(),
                List.of(new GrantExpiryReconciler(
                        bench.client(), cluster -> new KubeConnector("test").connect(tenant), InstantSource.system())),
                ReconcilerHostOptions.standard());
    }

    private static int code(Runnable request) {
        try {
            request.run();
            return 200;
        } catch (KubernetesClientException e) {
            return e.getCode();
        }
    }

    @Test
    void reportsWhatWasRevokedAndPrintsNoRowOfIt() {
        run("grant", "demo", "alice", "--kind=user", "--role=view");

        ToolRun revoked = run("revoke", "demo", "alice");

        assertThat(revoked.out()).isEmpty();
        assertThat(revoked.err()).contains("Revoked role view from alice in demo.");
    }

    @Test
    void leavesBindingsOfOthersAlone() {
        bench.client()
                .resource(new ClusterRoleBindingBuilder()
                        .withNewMetadata()
                        .withName("theirs")
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "view")
                        .addNewSubject("rbac.authorization.k8s.io", "User", "alice", null)
                        .build())
                .create();

        assertThat(run("revoke", "demo", "alice").exitCode()).isEqualTo(ErrorKind.NOT_FOUND.exitCode());
        assertThat(bench.client()
                        .rbac()
                        .clusterRoleBindings()
                        .withName("theirs")
                        .get())
                .isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "grant demo Alice --role=view | invalid name \"Alice\"",
                "grant demo alice --role=view --expires-in=1m | must be between 10m and 24h",
                "grant demo alice --role=view --expires-in=25h | must be between 10m and 24h",
                "grant demo alice --role=view --expires-in=soon | invalid value \"soon\" for --expires-in",
                "grant demo alice --role=view --for=500ms | --for: must be between 1s and 8784h",
                "grant demo alice --role=view --for=9000h --expires-in=1m | --for: must be between 1s and 8784h",
                "grant demo alice --role=view --for=9000h --expires-in=1m | --expires-in: must be between 10m and 24h",
                "grant demo alice --role=view --within=A_B | --within: invalid name \"A_B\"",
                "grant demo alice --role= | an empty value for --role",
                "grant demo alice | requires --role",
                "grant demo alice --role=view --kind=robot | invalid value \"robot\" for --kind",
                "grant demo alice --role=nothing | ClusterRole nothing not found",
                "grant nobody alice --role=view | TenantCluster butler-tenants/nobody not found",
                "list | requires CLUSTER",
                "revoke demo | requires WHO",
            })
    void refusesWhatCannotBeGranted(String line) {
        String[] parts = line.split(" \\| ", -1);

        ToolRun refused = run(parts[0].split(" "));

        assertThat(refused.exitCode())
                .isIn(ErrorKind.INVALID.exitCode(), ErrorKind.USAGE.exitCode(), ErrorKind.NOT_FOUND.exitCode());
        assertThat(refused.err()).contains(parts[1]);
        assertThat(refused.out()).isEmpty();
    }

    @Test
    void handsOutAShortLivedKubeconfigThatEndsWhenRevoked() {
        Optional<RealApiServer> server = RealApiServer.shared();
        Assumptions.assumeTrue(server.isPresent(), TestBench.ABSENT);
        Kubeconfig administrator = kubeconfig(server.get().target());
        bench.adminKubeconfig("real", administrator);
        try (KubernetesClient client = new KubeConnector("test").connect(administrator)) {
            // A server that allows everything to everybody makes no roles by itself.
            ServerSideApply.asButler().apply(client, role("view"));
        }

        ToolRun granted = run("grant", "real", "ci", "--role=view", "--expires-in=10m");

        assertThat(granted.exitCode()).as(granted.err()).isZero();
        Kubeconfig made = Kubeconfig.parse(granted.out(), "granted");
        assertThat(made.currentContext()).hasValue("ci@real");
        try (KubernetesClient client = new KubeConnector("test").connect(made)) {
            assertThat(whoAmI(client)).isEqualTo("system:serviceaccount:butler-access:ci");
            run("revoke", "real", "ci");
            assertThat(isRefused(client)).isTrue();
        }
        assertThat(run("list", "real", "-o", "name").out()).isEmpty();
    }

    @Test
    void aGrantOfTwoSecondsEndsOnARealServer() {
        Optional<RealApiServer> server = RealApiServer.shared();
        Assumptions.assumeTrue(server.isPresent(), TestBench.ABSENT);
        Kubeconfig administrator = kubeconfig(server.get().target());
        bench.namespace("short-parts");
        bench.run("create", "short", "--provider=x");
        bench.ready("short", 1, "v1.30.2");
        bench.adminKubeconfig("short", administrator);
        try (KubernetesClient client = new KubeConnector("test").connect(administrator)) {
            ServerSideApply.asButler().apply(client, role("view"));
        }
        try (ReconcilerHost _ = controllers(administrator)) {
            ToolRun granted = run("grant", "short", "brief", "--role=view", "--for=2s");

            assertThat(granted.exitCode()).as(granted.err()).isZero();
            try (KubernetesClient client =
                    new KubeConnector("test").connect(Kubeconfig.parse(granted.out(), "granted"))) {
                assertThat(isRefused(client)).isTrue();
            }
            assertThat(run("list", "short", "-o", "name").out()).isEmpty();
        }
    }

    private static String whoAmI(KubernetesClient client) {
        SelfSubjectReview review = new SelfSubjectReview();
        return client.resource(review).create().getStatus().getUserInfo().getUsername();
    }

    /** A server may accept a revoked token for some seconds. */
    private static boolean isRefused(KubernetesClient client) {
        return TestAwait.upTo(Duration.ofSeconds(60), "the token rejected")
                .pollInterval(Duration.ofMillis(200))
                .until(() -> rejection(client), OptionalInt::isPresent)
                .equals(OptionalInt.of(401));
    }

    private static OptionalInt rejection(KubernetesClient client) {
        try {
            whoAmI(client);
            return OptionalInt.empty();
        } catch (KubernetesClientException e) {
            return OptionalInt.of(e.getCode());
        }
    }

    private static ClusterRole role(String name) {
        return new ClusterRoleBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .addNewRule()
                .withApiGroups("")
                .withResources("pods")
                .withVerbs("get", "list", "watch")
                .endRule()
                .build();
    }

    private static ToolRun run(String... words) {
        String[] all = new String[words.length + 1];
        all[0] = "access";
        System.arraycopy(words, 0, all, 1, words.length);
        Tool tool = ClusterBench.BUTLERCTL;
        return bench.runAll(tool, all);
    }

    private static Kubeconfig kubeconfig(ApiServerTarget target) {
        byte[] authority = target.authorityPem().getBytes(StandardCharsets.US_ASCII);
        return Kubeconfig.of(
                "test",
                Map.of(
                        "server",
                        target.server().toString(),
                        "certificate-authority-data",
                        Base64.getEncoder().encodeToString(authority)),
                Map.of("token", target.token()));
    }
}
