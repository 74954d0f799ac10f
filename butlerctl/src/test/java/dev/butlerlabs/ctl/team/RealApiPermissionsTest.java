package dev.butlerlabs.ctl.team;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.core.testing.ProjectRoot;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.core.testing.apiserver.ApiServerTarget;
import dev.butlerlabs.core.testing.apiserver.RealApiServer;
import dev.butlerlabs.core.testing.apiserver.RealApiServer.Account;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import dev.butlerlabs.ctl.cluster.ClusterBench;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Answers about permissions on a real kube-apiserver with RBAC and the roles of the chart. */
@Tag("process")
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class RealApiPermissionsTest {
    private static final Path CHART =
            Path.of("butler-core/controllers/src/test/resources/controllers-chart/default/rendered.yaml");
    private static final String TEAM = "payments";
    private static final Account VIEWER = new Account("victor@example.com", List.of("auditors"));

    @TempDir
    private Path folder;

    private Tool tool;

    @Test
    void namesTheBindingAndTheRuleThatDecide() throws IOException {
        Optional<TestBench> bench = TestBench.find();
        assumeTrue(bench.isPresent(), TestBench.ABSENT);
        tool = ClusterBench.BUTLERCTL.with("BUTLER_HOME", folder.resolve("home").toString());
        try (RealApiServer server = RealApiServer.startWithRbac(bench.orElseThrow(), List.of(VIEWER))) {
            Kubeconfig operator = kubeconfig("operator", server.target());
            kubeconfig("viewer", server.target(VIEWER));
            try (KubernetesClient client = new KubeConnector("test").connect(operator)) {
                prepare(client);
                TestAwait.upTo(Duration.ofSeconds(30), "the permissions")
                        .until(() -> asks("operator", "get", "tenantclusters", "--as", "ada@example.com")
                                        .exitCode()
                                == 0);
                explainsToAnOperator();
                explainsToAMember();
                limitsCountAsWell(client);
            }
        }
    }

    private Kubeconfig kubeconfig(String name, ApiServerTarget target) {
        Kubeconfig kubeconfig = Kubeconfig.of(
                "test",
                Map.of(
                        "server",
                        target.server().toString(),
                        "certificate-authority-data",
                        Base64.getEncoder().encodeToString(target.authorityPem().getBytes(StandardCharsets.US_ASCII))),
                Map.of("token", target.token()));
        new KubeconfigFile(folder.resolve(name)).write(kubeconfig);
        return kubeconfig;
    }

    private static void prepare(KubernetesClient client) throws IOException {
        new CustomResourceDefinitions(client).ensure(CustomResourceDefinitionFiles.all(), Duration.ofSeconds(60));
        Arrays.stream(Files.readString(ProjectRoot.find().resolve(CHART)).split("(?m)^---$", -1))
                .filter(document -> document.contains("kind: ClusterRole\n") && document.contains("name: butler-team-"))
                .map(document -> client.getKubernetesSerialization().unmarshal(document, ClusterRole.class))
                .forEach(role -> client.resource(role).create());
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(TEAM)
                        .endMetadata()
                        .build())
                .create();
        bind(client, "butler-team-operator", "User", "ada@example.com");
        bind(client, "butler-team-viewer", "Group", "auditors");
    }

    private static void bind(KubernetesClient client, String role, String kind, String name) {
        client.resource(new RoleBindingBuilder()
                        .withNewMetadata()
                        .withNamespace(TEAM)
                        .withName(role)
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", role)
                        .addNewSubject("rbac.authorization.k8s.io", kind, name, null)
                        .build())
                .create();
    }

    private ToolRun asks(String kubeconfig, String... words) {
        List<String> all = new ArrayList<>(List.of("can-i"));
        all.addAll(List.of(words));
        all.addAll(List.of("--team", TEAM));
        return run(kubeconfig, all.toArray(String[]::new));
    }

    private ToolRun run(String kubeconfig, String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--kubeconfig", folder.resolve(kubeconfig).toString()));
        return tool.run(all.toArray(String[]::new));
    }

    private void explainsToAnOperator() {
        ToolRun yes = asks("operator", "create", "tenantclusters", "--as", "ada@example.com", "--explain");
        assertThat(yes.exitCode()).as(yes.err()).isZero();
        assertThat(yes.out())
                .startsWith("yes\nRoleBinding \"butler-team-operator\" in namespace \"payments\" binds ClusterRole"
                        + " \"butler-team-operator\" to User \"ada@example.com\".\n"
                        + "ClusterRole \"butler-team-operator\" permits ")
                .contains("create", "tenantclusters");
        ToolRun byGroup = asks("operator", "get", "tenantclusters", "--as", "x", "--as-group", "auditors", "--explain");
        assertThat(byGroup.out()).contains("binds ClusterRole \"butler-team-viewer\" to Group \"auditors\".");

        ToolRun no = asks("operator", "create", "tenantclusters", "--as", "x", "--as-group", "auditors", "--explain");
        assertThat(no.exitCode()).isEqualTo(ErrorKind.DENIED.exitCode());
        assertThat(no.out()).isEqualTo("""
                no
                No role of user "x" permits it.
                Roles in namespace "payments": butler-team-viewer.
                The role operator of the team permits it.
                """);
        assertThat(asks("operator", "create", "rolebindings", "--as", "x", "--explain")
                        .out())
                .endsWith("Roles in namespace \"payments\": none.\nNo role of teams permits it.\n");
        assertThat(asks("operator", "create", "teams", "--as", "ada@example.com", "--explain")
                        .out())
                .endsWith("Members of teams have no permissions outside of their namespaces.\n");
    }

    /** A member reads neither roles nor bindings, and is told so. */
    private void explainsToAMember() {
        assertThat(run("viewer", "whoami").out())
                .contains("victor@example.com", "auditors")
                .doesNotContain("system:masters");
        assertThat(asks("viewer", "list", "tenantclusters", "--explain").out()).isEqualTo("""
                yes
                RoleBinding "butler-team-viewer" in namespace "payments" binds ClusterRole "butler-team-viewer" to Group "auditors".
                You cannot read ClusterRole "butler-team-viewer".
                """);
        assertThat(asks("viewer", "get", "secrets", "--explain").out()).isEqualTo("""
                no
                No role of user "victor@example.com" permits it.
                You cannot read the role bindings in namespace "payments".
                You cannot read the roles of teams.
                """);
        assertThat(asks("viewer", "get", "secrets", "--as", "ada@example.com").exitCode())
                .isEqualTo(ErrorKind.DENIED.exitCode());
        ToolRun listed = run("viewer", "team", "list", "--team", TEAM);
        assertThat(listed.err()).contains("You are not permitted to list all teams");
        assertThat(listed.out()).contains("*", TEAM);
        assertThat(run("viewer", "team", "use", TEAM).exitCode()).isZero();
        assertThat(run("viewer", "team", "use", "web").exitCode()).isEqualTo(ErrorKind.DENIED.exitCode());
    }

    /** No controller counts here, so the test writes the usage. */
    private void limitsCountAsWell(KubernetesClient client) {
        Map<String, Quantity> one = Map.of("count/tenantclusters.butler.butlerlabs.dev", new Quantity("1"));
        var quota = client.resource(new ResourceQuotaBuilder()
                        .withNewMetadata()
                        .withNamespace(TEAM)
                        .withName("butler-team")
                        .endMetadata()
                        .withNewSpec()
                        .withHard(one)
                        .endSpec()
                        .build())
                .create();
        assertThat(asks("operator", "create", "tenantclusters", "--as", "ada@example.com")
                        .exitCode())
                .isZero();
        client.resource(new ResourceQuotaBuilder(quota)
                        .withNewStatus()
                        .withHard(one)
                        .withUsed(one)
                        .endStatus()
                        .build())
                .updateStatus();
        ToolRun full = asks("operator", "create", "tenantclusters", "--as", "ada@example.com", "--explain");
        assertThat(full.exitCode()).isEqualTo(ErrorKind.DENIED.exitCode());
        assertThat(full.out())
                .startsWith(
                        "no\nLimit of team \"payments\": clusters 1 of 1 used.\nRoleBinding \"butler-team-operator\"");
        assertThat(run("viewer", "quota", "--team", TEAM).out()).contains("clusters  1     1      100%");
    }
}
