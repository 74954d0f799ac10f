package dev.butlerlabs.adm.team;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.api.TeamSpec.Role;
import dev.butlerlabs.core.api.TeamSpec.UserAccess;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.Workers;
import dev.butlerlabs.core.api.TenantClusterSpecBuilder;
import dev.butlerlabs.core.api.User;
import dev.butlerlabs.core.api.UserStatus.Membership;
import dev.butlerlabs.core.api.UserStatusBuilder;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.KubeconfigFile;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands for teams and users against an embedded API without controllers. */
@Tag("slow")
class TeamCommandsTest {
    private static final Tool BUTLERADM = Tool.of("butleradm", Butleradm.class, Butleradm::commands);

    @TempDir
    private static Path folder;

    private static EmbeddedApiServer api;
    private static KubernetesClient client;

    @BeforeAll
    static void start() {
        api = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                .withDefinitions(new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())));
        Kubeconfig kubeconfig = Kubeconfig.parse(api.kubeconfig(), "embedded");
        new KubeconfigFile(folder.resolve("kubeconfig")).write(kubeconfig);
        client = new KubeConnector("butler-test").connect(kubeconfig);
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("payments")
                        .endMetadata()
                        .build())
                .create();
    }

    @AfterAll
    static void stop() {
        client.close();
        api.close();
    }

    @AfterEach
    void forgetAll() {
        client.resources(Team.class).delete();
        client.resources(User.class).delete();
        client.resources(TenantCluster.class).inNamespace("payments").delete();
    }

    private static ToolRun run(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--kubeconfig", folder.resolve("kubeconfig").toString()));
        return BUTLERADM.run(all.toArray(String[]::new));
    }

    private static ToolRun succeeds(String... words) {
        ToolRun run = run(words);
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run;
    }

    private static ToolRun fails(ErrorKind kind, String... words) {
        ToolRun run = run(words);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(kind.exitCode());
        return run;
    }

    private static TeamSpec payments() {
        return client.resources(Team.class).withName("payments").get().getSpec();
    }

    @Test
    void createsListsAndShowsTeams() {
        assertThat(succeeds("team", "list").err()).contains("No teams found.");
        succeeds(
                "team",
                "create",
                "payments",
                "--member",
                "ada=admin",
                "--member-group",
                "ou=devs=operator",
                "--max-clusters",
                "0",
                "--max-memory",
                "512Gi",
                "--deny-addon",
                "gpu",
                "--display-name",
                "Payments");

        assertThat(payments().resourceLimits().maxClusters()).isZero();
        assertThat(payments().resourceLimits().deniedAddons()).containsExactly("gpu");
        assertThat(payments().access().groups().getFirst().name()).isEqualTo("ou=devs");
        assertThat(succeeds("team", "list").out()).contains("NAME", "PHASE", "payments");
        assertThat(succeeds("team", "describe", "payments").out())
                .contains("Display Name:     Payments", "ou=devs", "group", "operator", "512Gi", "unlimited");
        assertThat(succeeds("team", "get", "payments", "-o", "yaml").out()).contains("maxMemory: \"512Gi\"");
        assertThat(succeeds("team", "list", "-o", "name").out()).isEqualTo("team.butler.butlerlabs.dev/payments\n");
        assertThat(fails(ErrorKind.CONFLICT, "team", "create", "payments").err())
                .contains("already exists");
        fails(ErrorKind.NOT_FOUND, "team", "get", "nobody");
    }

    @Test
    void reportsEveryProblemAtOnceAndCreatesNothing() {
        assertThat(fails(ErrorKind.INVALID, "team", "create", "kube-team", "--max-clusters", "many", "--max-cpu", "-1")
                        .err())
                .contains("NAME:", "namespace of the platform", "--max-clusters:", "--max-cpu:");
        assertThat(fails(ErrorKind.INVALID, "team", "create", "web", "--member", "ada", "--member-group", "x=owner")
                        .err())
                .contains("--member:", "--member-group:");
        assertThat(client.resources(Team.class).list().getItems()).isEmpty();
    }

    @Test
    void changesAndRemovesSingleLimits() {
        succeeds("team", "create", "payments", "--max-clusters", "5", "--max-nodes", "9", "--allow-version", "v1.31.4");
        succeeds(
                "team", "set", "payments", "--max-clusters", "none", "--max-storage", "2Ti", "--allow-version", "none");

        assertThat(payments().resourceLimits().maxClusters()).isNull();
        assertThat(payments().resourceLimits().maxTotalNodes()).isEqualTo(9);
        assertThat(payments().resourceLimits().maxStorage()).hasToString("2Ti");
        assertThat(payments().resourceLimits().allowedKubernetesVersions()).isEmpty();
        fails(ErrorKind.USAGE, "team", "set", "payments");
        fails(ErrorKind.NOT_FOUND, "team", "set", "nobody", "--max-nodes", "1");
    }

    @Test
    void addsChangesAndRemovesMembers() {
        succeeds("team", "create", "payments");
        assertThat(succeeds("team", "add-member", "payments", "ada", "--role", "viewer")
                        .err())
                .contains("User \"ada\" is viewer of team payments.", "No User \"ada\" exists");
        succeeds("team", "add-member", "payments", "ada", "--role", "admin");
        succeeds("team", "add-member", "payments", "ada", "--role", "admin");
        succeeds("team", "add-member", "payments", "ada", "--group", "--role", "viewer");

        assertThat(payments().access().users()).containsExactly(new UserAccess("ada", Role.ADMIN));
        assertThat(payments().access().groups()).hasSize(1);
        succeeds("team", "remove-member", "payments", "ada");
        assertThat(payments().access().users()).isEmpty();
        assertThat(payments().access().groups()).hasSize(1);
        assertThat(fails(ErrorKind.NOT_FOUND, "team", "remove-member", "payments", "ada")
                        .err())
                .contains("Team payments has no user \"ada\".");
    }

    /** Each command reads the list and writes it; none may lose the member of another. */
    @Test
    void membersThatAreAddedAtOnceAreAllKept() {
        succeeds("team", "create", "payments");
        List<CompletableFuture<ToolRun>> runs = IntStream.range(0, 6)
                .mapToObj(number -> CompletableFuture.supplyAsync(
                        () -> run("team", "add-member", "payments", "user-" + number, "--role", "viewer")))
                .toList();

        assertThat(runs.stream().map(CompletableFuture::join))
                .allSatisfy(run -> assertThat(run.exitCode()).as(run.err()).isZero());
        assertThat(payments().access().users()).hasSize(6);
    }

    @Test
    void deletesATeamOnlyWithoutClustersAndWithItsName() {
        succeeds("team", "create", "payments");
        cluster("web");
        cluster("api");
        assertThat(fails(ErrorKind.CONFLICT, "team", "delete", "payments", "--yes")
                        .err())
                .contains("Team payments has 2 tenant clusters: api, web.");
        client.resources(TenantCluster.class).inNamespace("payments").delete();
        fails(ErrorKind.USAGE, "team", "delete", "payments");
        fails(ErrorKind.INVALID, "team", "delete", "payments", "--confirm", "web");
        assertThat(payments()).isNotNull();
        succeeds("team", "delete", "payments", "--confirm", "payments");
        assertThat(client.resources(Team.class).withName("payments").get()).isNull();
    }

    private static void cluster(String name) {
        TenantCluster cluster = new TenantCluster();
        cluster.setMetadata(
                new ObjectMetaBuilder().withNamespace("payments").withName(name).build());
        cluster.setSpec(TenantClusterSpecBuilder.builder()
                .kubernetesVersion("v1.31.4")
                .workers(new Workers(1, null))
                .build());
        client.resource(cluster).create();
    }

    @Test
    void createsDisablesAndDeletesUsers() {
        assertThat(succeeds("user", "list").err()).contains("No users found.");
        assertThat(succeeds("user", "create", "ada", "--email", "ada@example.com")
                        .err())
                .contains("butleradm team add-member TEAM ada");
        succeeds("user", "disable", "ada");
        succeeds("user", "disable", "ada");
        assertThat(client.resources(User.class).withName("ada").get().getSpec().disabled())
                .isTrue();
        assertThat(succeeds("user", "list").out()).contains("ada@example.com", "Disabled");
        succeeds("user", "enable", "ada");
        assertThat(client.resources(User.class).withName("ada").get().getSpec().disabled())
                .isFalse();
        fails(ErrorKind.USAGE, "user", "delete", "ada");
        succeeds("user", "delete", "ada", "--yes");
        fails(ErrorKind.NOT_FOUND, "user", "get", "ada");
    }

    @Test
    void rejectsInvalidAndUsedEmailAddresses() {
        succeeds("user", "create", "ada", "--email", "ada@example.com", "--identity-provider", "sso");
        assertThat(fails(ErrorKind.INVALID, "user", "create", "A_B", "--email", "nobody")
                        .err())
                .contains("NAME:", "--email:");
        assertThat(fails(ErrorKind.CONFLICT, "user", "create", "bob", "--email", "ADA@example.com")
                        .err())
                .contains("User ada already has the email address");
    }

    @Test
    void showsTheTeamsOfAUserButNotTheHashOfTheInvitation() {
        succeeds("user", "create", "ada", "--email", "ada@example.com");
        client.resources(User.class).withName("ada").editStatus(user -> {
            user.setStatus(UserStatusBuilder.builder()
                    .teams(List.of(new Membership("payments", "admin")))
                    .inviteTokenHash(new SensitiveText("hash-of-token"))
                    .build());
            return user;
        });

        assertThat(succeeds("user", "describe", "ada").out()).contains("Teams:", "payments", "admin");
        assertThat(succeeds("user", "get", "ada", "-o", "yaml").out()).doesNotContain("hash-of-token");
        assertThat(succeeds("user", "list", "-o", "json").out()).doesNotContain("hash-of-token");
        assertThat(succeeds("user", "delete", "ada", "--yes").err()).contains("It was a member of payments.");
    }
}
