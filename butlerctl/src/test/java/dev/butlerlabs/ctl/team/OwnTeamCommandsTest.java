package dev.butlerlabs.ctl.team;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.api.TeamSpecBuilder;
import dev.butlerlabs.core.api.TeamSpecResourceLimitsBuilder;
import dev.butlerlabs.core.api.TeamStatus.ResourceUsage;
import dev.butlerlabs.core.api.TeamStatusBuilder;
import dev.butlerlabs.core.cli.Terminal;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.ctl.cluster.ClusterBench;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands for teams, quotas and permissions against an embedded API, in which every client is an administrator. */
@Tag("slow")
class OwnTeamCommandsTest {
    @TempDir
    private static Path folder;

    private static ClusterBench bench;
    private static Tool tool;

    @BeforeAll
    static void start() {
        bench = ClusterBench.start(folder);
        tool = ClusterBench.BUTLERCTL.with("BUTLER_HOME", folder.resolve("home").toString());
    }

    @AfterAll
    static void stop() {
        bench.close();
    }

    @AfterEach
    void forgetAll() throws IOException {
        bench.client().resources(Team.class).delete();
        Files.deleteIfExists(folder.resolve("home/current-team"));
    }

    private static ToolRun succeeds(Tool tool, String... words) {
        ToolRun run = bench.runAll(tool, words);
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run;
    }

    private static ToolRun fails(ErrorKind kind, String... words) {
        ToolRun run = bench.runAll(tool, words);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(kind.exitCode());
        return run;
    }

    private static String namespace(Tool tool, String... words) {
        List<String> all = new ArrayList<>(List.of("whoami", "-o", "json"));
        all.addAll(List.of(words));
        String out = succeeds(tool, all.toArray(String[]::new)).out();
        return out.replaceAll("(?s).*\"namespace\": \"([^\"]*)\".*", "$1");
    }

    private static void team(String name, TeamSpec spec) {
        Team team = new Team();
        team.setMetadata(new ObjectMetaBuilder().withName(name).build());
        team.setSpec(spec);
        bench.client().resource(team).create();
    }

    private static void payments() {
        team(
                "payments",
                TeamSpecBuilder.builder()
                        .resourceLimits(TeamSpecResourceLimitsBuilder.builder()
                                .maxClusters(2)
                                .maxMemory(new Quantity("64Gi"))
                                .build())
                        .build());
    }

    private static void used(int clusters) {
        bench.client().resources(Team.class).withName("payments").editStatus(team -> {
            team.setStatus(TeamStatusBuilder.builder()
                    .clusterCount(clusters)
                    .resourceUsage(new ResourceUsage(
                            clusters,
                            4,
                            new Quantity("8"),
                            new Quantity("32Gi"),
                            new Quantity("200Gi"),
                            null,
                            null,
                            null,
                            null))
                    .build());
            return team;
        });
    }

    @Test
    void showsWhoTheUserIs() {
        assertThat(succeeds(tool, "whoami").out()).contains("User:             kubernetes-admin", "system:masters");
        assertThat(succeeds(tool, "whoami", "-o", "name").out()).isEqualTo("kubernetes-admin\n");
    }

    @Test
    void selectsTheNamespaceInTheDocumentedOrder() {
        payments();
        assertThat(namespace(tool)).isEqualTo("butler-tenants");
        assertThat(succeeds(tool, "team", "use", "payments").err())
                .contains("Commands use namespace \"payments\" now.");
        assertThat(namespace(tool)).isEqualTo("payments");
        Tool byTeam = tool.with("BUTLER_TEAM", "web");
        assertThat(namespace(byTeam)).isEqualTo("web");
        Tool byNamespace = byTeam.with("BUTLER_NAMESPACE", "team-a");
        assertThat(namespace(byNamespace)).isEqualTo("team-a");
        assertThat(namespace(byNamespace, "--team", "api")).isEqualTo("api");
        assertThat(namespace(byNamespace, "--team", "api", "-n", "other")).isEqualTo("other");
        succeeds(tool, "team", "use", "--clear");
        assertThat(namespace(tool)).isEqualTo("butler-tenants");
    }

    @Test
    void theNamespaceOfTheContextComesLastAndDefaultMeansNone() {
        Path file = folder.resolve("with-namespace");
        for (String name : List.of("team-a", "default")) {
            Map<String, Object> tree = new LinkedHashMap<>(bench.own().tree());
            String context = bench.own().usualContext().orElseThrow();
            Map<?, ?> entry = (Map<?, ?>) ((Map<?, ?>) ((List<?>) tree.get("contexts")).getFirst()).get("context");
            Map<String, Object> changed = new LinkedHashMap<>();
            entry.forEach((key, value) -> changed.put(key.toString(), value));
            changed.put("namespace", name);
            tree.put("contexts", List.of(Map.of("name", context, "context", changed)));
            new KubeconfigFile(file)
                    .write(Kubeconfig.parse(
                            bench.client().getKubernetesSerialization().asYaml(tree), "test"));
            ToolRun run = tool.run("whoami", "--kubeconfig", file.toString());
            assertThat(run.out()).contains("Namespace:        " + (name.equals("default") ? "butler-tenants" : name));
        }
    }

    @Test
    void rejectsATeamThatDoesNotExistAndKeepsTheSelectionPrivate() throws IOException {
        payments();
        assertThat(fails(ErrorKind.NOT_FOUND, "team", "use", "nobody").err()).contains("Team nobody not found.");
        fails(ErrorKind.USAGE, "team", "use");
        fails(ErrorKind.USAGE, "team", "use", "payments", "--clear");
        succeeds(tool, "team", "use", "payments");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("home/current-team"))))
                .isEqualTo("rw-------");
        assertThat(fails(ErrorKind.INVALID, "whoami", "--team", "A_B").err()).contains("--team");
    }

    @Test
    void listsTeamsAndMarksTheCurrentOne() {
        assertThat(succeeds(tool, "team", "list").err()).contains("No teams found.");
        payments();
        team("web", TeamSpecBuilder.builder().build());
        String out = succeeds(tool.with("BUTLER_TEAM", "web"), "team", "list").out();
        assertThat(out.lines().filter(line -> line.startsWith("*"))).hasSize(1).allMatch(line -> line.contains("web"));
        assertThat(succeeds(tool, "team", "list", "-o", "name").out()).isEqualTo("payments\nweb\n");
    }

    @Test
    void showsLimitsAndUsage() {
        payments();
        used(1);
        String out = succeeds(tool, "quota", "--team", "payments").out();
        assertThat(out)
                .contains("RESOURCE", "clusters  1      2          50%", "memory    32Gi", "unlimited")
                .doesNotContain("[#");
        assertThat(succeeds(tool.onTerminal("", Terminal.Stream.OUT), "quota", "--team", "payments")
                        .out())
                .contains("[##########..........]");
        assertThat(succeeds(tool, "quota", "--team", "payments", "-o", "json").out())
                .contains("\"resource\": \"clusters\"", "\"percent\": 50");
        assertThat(fails(ErrorKind.NOT_FOUND, "quota", "--team", "nobody").err())
                .contains("No limits found for team");
    }

    @Test
    void anExhaustedLimitAnswersNo() {
        payments();
        used(1);
        assertThat(succeeds(tool, "can-i", "create", "tenantclusters", "--team", "payments")
                        .out())
                .isEqualTo("yes\n");
        used(2);
        ToolRun no = bench.runAll(tool, "can-i", "create", "tc", "--team", "payments", "--explain");
        assertThat(no.exitCode()).isEqualTo(ErrorKind.DENIED.exitCode());
        assertThat(no.out()).startsWith("no\nLimit of team \"payments\": clusters 2 of 2 used.\n");
        assertThat(succeeds(tool, "can-i", "update", "tenantclusters", "--team", "payments")
                        .out())
                .isEqualTo("yes\n");
    }

    @Test
    void answersForOthersByTheirRoles() {
        assertThat(fails(ErrorKind.DENIED, "can-i", "get", "secrets", "--as", "ada")
                        .out())
                .isEqualTo("no\n");
        assertThat(succeeds(tool, "can-i", "get", "secrets", "--explain").out())
                .isEqualTo("yes\nThe server permits it: the user is an administrator.\n");
    }

    @Test
    void findsResourcesByEveryName() {
        for (String name : List.of(
                "tenantcluster", "TenantCluster", "tenantclusters.butler.butlerlabs.dev", "pods/exec", "deploy")) {
            succeeds(tool, "can-i", "get", name);
        }
        assertThat(fails(ErrorKind.NOT_FOUND, "can-i", "get", "nothings").err())
                .contains("does not serve a resource \"nothings\"");
        fails(ErrorKind.NOT_FOUND, "can-i", "get", "pods.example.com");
        fails(ErrorKind.USAGE, "can-i", "get", "pods", "--as-group", "devs");
    }
}
