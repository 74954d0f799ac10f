package dev.butlerlabs.adm.controllers;

import static dev.butlerlabs.adm.controllers.EscalationAttempts.OTHER;
import static dev.butlerlabs.adm.controllers.EscalationAttempts.TEAM;
import static dev.butlerlabs.adm.controllers.EscalationAttempts.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.adm.controllers.BoundaryApi.Role;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.testing.ProjectRoot;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import dev.butlerlabs.operator.ControllersRun;
import dev.butlerlabs.operator.ListenAddress;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/**
 * Attempts of team members to get more permissions, on a real kube-apiserver with the chart and the running controllers, compared with the
 * table in docs/security.md.
 */
@Tag("process")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TeamEscalationTest {
    private static final ListenAddress ANY_PORT = new ListenAddress("127.0.0.1", 0);
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);
    private static final String RBAC = "rbac.authorization.k8s.io";
    private static final Map<String, String> USERS = Map.of(
            "operator", "bob",
            "viewer", "eve",
            "operator of environment staging", "frank",
            "creator of teams", "carol",
            "user with its own User object", "ada@example.com");

    private static RestrictedApi api;
    private static KubernetesClient operator;
    /** Administrates the team. */
    private static KubernetesClient alice;

    private static ControllersRun controllers;

    @BeforeAll
    static void start() throws IOException {
        Optional<TestBench> bench = TestBench.find();
        assumeTrue(bench.isPresent(), TestBench.ABSENT);
        api = RestrictedApi.start(bench.orElseThrow());
        operator = api.connect(Role.OPERATOR);
        alice = api.connect(Role.TEAM_A);
        new CustomResourceDefinitions(operator).ensure(CustomResourceDefinitionFiles.all(), Duration.ofSeconds(60));
        ControllersManifest.apply(operator);
        assumeTrue(api.startCleanup(), "the test bench has no kube-controller-manager");
        prepare();
        controllers = ControllersRun.start(api.connect(Role.CONTROLLERS), ANY_PORT, Optional.of(ANY_PORT), false);
        ControllersManifest.applyWebhook(
                operator, controllers.webhookAddress().orElseThrow().replaceFirst("127\\.0\\.0\\.1", "localhost"));
        TestAwait.upTo(LIMIT, "the permissions of the members and the webhook").untilAsserted(() -> {
            assertThat(failure(() -> addMember(alice, true))).isEmpty();
            assertThat(failure(() -> createCluster(alice))).isEmpty();
            try (KubernetesClient frank = as("frank")) {
                assertThat(failure(() -> createCluster(frank))).isEmpty();
            }
            assertThat(failure(() -> createTeam("monitoring"))).contains("admission webhook");
        });
    }

    private static void prepare() {
        operator.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("monitoring")
                        .endMetadata()
                        .build())
                .create();
        operator.resource(object("User", null, "ada", "email: ada@example.com")).create();
        operator.resource(object("Team", null, TEAM, """
                access: {users: [{name: alice, role: admin}, {name: bob, role: operator}, {name: eve, role: viewer}]},
                environments: [{name: staging, access: {users: [{name: frank, role: operator}]}}, {name: production}], resourceLimits: {maxClusters: 5, deniedAddons: [miner]}""".replace("\n", " "))).create();
        operator.resource(object("Team", null, OTHER, "access: {users: [{name: mallory, role: admin}]}"))
                .create();
        role("create-teams", "teams", List.of(), "create", "carol");
        role("edit-ada", "users", List.of("ada"), "patch", "ada@example.com");
    }

    private static void role(String name, String resource, List<String> names, String verb, String user) {
        operator.resource(new ClusterRoleBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .addNewRule()
                        .withApiGroups("butler.butlerlabs.dev")
                        .withResources(resource)
                        .withResourceNames(names)
                        .withVerbs(verb)
                        .endRule()
                        .build())
                .create();
        operator.resource(new ClusterRoleBindingBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .withNewRoleRef(RBAC, "ClusterRole", name)
                        .addNewSubject(RBAC, "User", user, null)
                        .build())
                .create();
    }

    @AfterAll
    static void stop() {
        if (controllers != null) {
            controllers.close();
        }
        if (api != null) {
            alice.close();
            operator.close();
            api.close();
        }
    }

    /** A row of the table. */
    private record Row(String attempt, String user, String rejectedBy, String message) {}

    private static List<Row> table() throws IOException {
        return Files.readString(ProjectRoot.find().resolve("docs/security.md"))
                .lines()
                .dropWhile(line -> !line.startsWith("| attempt |"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> Arrays.stream(line.substring(1).split("\\|", -1))
                        .map(cell -> cell.strip().replace("`", ""))
                        .toList())
                .map(cells -> new Row(cells.get(0), cells.get(1), cells.get(2), cells.get(3)))
                .toList();
    }

    @Test
    void theTableListsEveryAttempt() throws IOException {
        assertThat(table())
                .extracting(Row::attempt)
                .containsExactlyInAnyOrderElementsOf(EscalationAttempts.all().keySet())
                .hasSizeGreaterThanOrEqualTo(15);
    }

    @TestFactory
    Stream<DynamicTest> isRejected() throws IOException {
        Map<String, Consumer<KubernetesClient>> attempts = EscalationAttempts.all();
        return table().stream()
                .map(row ->
                        DynamicTest.dynamicTest(row.attempt(), () -> assertRejected(row, attempts.get(row.attempt()))));
    }

    private static void assertRejected(Row row, Consumer<KubernetesClient> attempt) {
        if (row.user().equals("administrator")) {
            assertThat(failure(() -> attempt.accept(alice))).contains(row.message(), source(row.rejectedBy()));
            return;
        }
        try (KubernetesClient client = as(USERS.get(row.user()))) {
            assertThat(failure(() -> attempt.accept(client))).contains(row.message(), source(row.rejectedBy()));
        }
    }

    /** Returns how the API server names the source of a rejection. */
    private static String source(String rejectedBy) {
        if (rejectedBy.equals("RBAC")) {
            return "forbidden: User";
        }
        return rejectedBy.equals("webhook")
                ? ".butler.butlerlabs.dev\" denied the request"
                : "ValidatingAdmissionPolicy '%s'".formatted(rejectedBy);
    }

    /** Without this, the rejections would show nothing. */
    @Test
    void membersDoWhatTheirRolesPermit() {
        assertThat(failure(() -> createCluster(alice))).isEmpty();
        try (KubernetesClient bob = as("bob");
                KubernetesClient ada = as("ada@example.com");
                KubernetesClient carol = as("carol")) {
            assertThat(failure(() -> createCluster(bob))).isEmpty();
            assertThat(failure(() -> EscalationAttempts.send(
                            ada,
                            "apis/butler.butlerlabs.dev/v1alpha1/users/ada",
                            "{\"spec\":{\"displayName\":\"Ada\"}}")))
                    .isEmpty();
            assertThat(failure(() -> carol.resource(object("Team", null, "new", ""))
                            .dryRun()
                            .create()))
                    .isEmpty();
        }
    }

    @Test
    void anAdministratorChangesMembersAndEnvironments() {
        Resource<Team> team = alice.resources(Team.class).withName(TEAM);
        team.patch(MERGE, """
                {"spec": {"environments": [
                  {"name": "staging", "access": {"users": [{"name": "frank", "role": "operator"}]}, "limits": {"maxClusters": 2}},
                  {"name": "production"}
                ]}}
                """);
        addMember(alice, false);

        assertThat(team.get().getSpec().environments().getFirst().limits().maxClusters())
                .isEqualTo(2);
        try (KubernetesClient dora = as("dora")) {
            TestAwait.upTo(LIMIT, "the permissions of the new member")
                    .until(() -> failure(() -> createCluster(dora)).isEmpty());
        }
    }

    /** The other tests need the policy. */
    @Test
    @Order(Integer.MAX_VALUE)
    void anAdministratorCannotChangeTheTeamWithoutThePolicy() {
        operator.genericKubernetesResources("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicyBinding")
                .withName("butler-teams")
                .delete();
        operator.resources(Team.class).withName(TEAM).patch(MERGE, "{\"spec\":{\"description\":\"changed\"}}");
        TestAwait.upTo(LIMIT, "the end of the permission")
                .untilAsserted(() -> assertThat(failure(() -> addMember(alice, true)))
                        .contains("User \"alice\" cannot", "resource \"teams\""));
    }

    private static void addMember(KubernetesClient client, boolean dryRun) {
        String members = "{\"spec\":{\"access\":{\"groups\":[],\"users\":[%s]}}}"
                .formatted("{\"name\":\"alice\",\"role\":\"admin\"},{\"name\":\"bob\",\"role\":\"operator\"},"
                        + "{\"name\":\"eve\",\"role\":\"viewer\"},{\"name\":\"dora\",\"role\":\"operator\"}");
        Resource<Team> team = client.resources(Team.class).withName(TEAM);
        if (dryRun) {
            team.dryRun().patch(MERGE, members);
        } else {
            team.patch(MERGE, members);
        }
    }

    private static void createCluster(KubernetesClient client) {
        HasMetadata cluster = object(
                "TenantCluster",
                TEAM,
                "web",
                "kubernetesVersion: v1.31.4, workers: {replicas: 1}, providerConfigRef: {name: prism, namespace: butler-system}");
        cluster.getMetadata().setLabels(Map.of(Labels.ENVIRONMENT, "staging"));
        client.resource(cluster).dryRun().create();
    }

    private static void createTeam(String name) {
        operator.resource(object("Team", null, name, "")).dryRun().create();
    }

    private static KubernetesClient as(String user) {
        return new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(operator.getConfiguration())
                        .withImpersonateUsername(user)
                        .build())
                .build();
    }

    /** Returns the message of a request that is rejected; empty if it is permitted. */
    private static String failure(Runnable request) {
        try {
            request.run();
            return "";
        } catch (KubernetesClientException e) {
            return e.getCode() + " " + e.getMessage();
        }
    }
}
