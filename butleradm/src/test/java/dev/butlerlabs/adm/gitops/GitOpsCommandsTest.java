package dev.butlerlabs.adm.gitops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.gitops.KustomizationReader;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.core.tenant.change.TenantDocument;
import dev.butlerlabs.core.tenant.change.TenantDocumentReader;
import dev.butlerlabs.core.testing.FluxDefinitionTexts;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands against an embedded API, with a Git repository that git itself serves over HTTP. */
@Tag("process")
@Timeout(120)
class GitOpsCommandsTest {
    private static final Tool BUTLERADM = Tool.of("butleradm", Butleradm.class, Butleradm::commands);
    private static final String NOWHERE = "http://127.0.0.1:9";

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
        for (String name : List.of("butler-system", "flux-system")) {
            client.resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName(name)
                            .endMetadata()
                            .build())
                    .create();
        }
        for (String manifest : List.of("""
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: Team
                metadata: {name: blue}
                spec: {displayName: "Blue: yes"}
                """, """
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: NetworkPool
                metadata: {name: lab, namespace: butler-system}
                spec: {cidr: 10.40.0.0/22}
                """)) {
            client.resource(manifest).create();
        }
    }

    @AfterAll
    static void stop() {
        client.close();
        api.close();
    }

    @AfterEach
    void removeFlux() {
        client.apiextensions().v1().customResourceDefinitions().list().getItems().stream()
                .filter(definition -> definition.getMetadata().getName().endsWith("fluxcd.io"))
                .forEach(definition -> client.resource(definition).delete());
        client.secrets().inNamespace("flux-system").delete();
    }

    @Test
    void refusesWithoutFluxAndWritesNoSecret() {
        ToolRun refused =
                run(BUTLERADM.reading("word"), "enable", "--repository=https://git.example/p", "--token-file=-");

        assertThat(refused.exitCode()).isEqualTo(ErrorKind.CONFLICT.exitCode());
        assertThat(refused.err())
                .contains("Flux is not installed", "butleradm addon install flux --wait")
                .doesNotContain("word");
        assertThat(client.secrets().inNamespace("flux-system").list().getItems())
                .isEmpty();
        assertThat(succeeds("status").out()).contains("disabled");
        assertThat(succeeds("disable").err()).contains("nothing was deleted");
    }

    @Test
    void enablesShowsAndDisables() {
        installFlux();
        ToolRun enabled = run(
                BUTLERADM.reading("word\n"),
                "enable",
                "--repository=https://git.example/p",
                "--path=prod",
                "--token-file=-",
                "-o",
                "json");
        assertThat(enabled.exitCode()).as(enabled.err()).isZero();
        assertThat(enabled.out()).contains("\"kind\": \"Kustomization\"", "\"outcome\": \"created\"");
        assertThat(enabled.out() + enabled.err()).doesNotContain("word");
        assertThat(new String(
                        Base64.getDecoder()
                                .decode(client.secrets()
                                        .inNamespace("flux-system")
                                        .withName("butler-git")
                                        .require()
                                        .getData()
                                        .get("password")),
                        StandardCharsets.UTF_8))
                .isEqualTo("word");

        assertThat(succeeds("enable", "--repository=https://git.example/p", "--path=prod")
                        .out()
                        .lines()
                        .skip(1))
                .allSatisfy(line -> assertThat(line).endsWith("unchanged"));

        ToolRun status = succeeds("status");
        assertThat(status.out())
                .containsPattern("Repository: +https://git.example/p")
                .contains("has no status yet; check that Flux is running");
        assertThat(succeeds("status", "-o", "json").out()).contains("\"enabled\": true");

        assertThat(run(BUTLERADM, "disable", "--no-input").exitCode()).isEqualTo(ErrorKind.USAGE.exitCode());
        ToolRun disabled = succeeds("disable", "--yes");
        assertThat(disabled.out().lines().skip(1))
                .satisfiesExactly(
                        line -> assertThat(line).matches("Kustomization +flux-system +butler +deleted"),
                        line -> assertThat(line).matches("GitRepository +flux-system +butler +deleted"),
                        line -> assertThat(line).matches("Secret +flux-system +butler-git +deleted"));
        assertThat(disabled.err()).contains("What Flux applied stays in the cluster");
    }

    @Test
    void reportsAllProblemsOfTheOptionsAtOnce() {
        ToolRun refused = run(BUTLERADM, "enable", "--repository=git@git.example:p", "--path=/x", "--branch=a b");
        assertThat(refused.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(refused.err()).contains("--repository", "ssh://git@git.example/p", "--path", "--branch");

        ToolRun combined = run(
                BUTLERADM,
                "enable",
                "--repository=https://git.example/p",
                "--token-file=nosuch",
                "--ssh-key-file=nosuch",
                "--credentials-secret=x");
        assertThat(combined.err())
                .contains("--ssh-key-file, --token-file, --credentials-secret: cannot be combined")
                .contains("--known-hosts-file: is required with --ssh-key-file")
                .contains("nosuch: does not exist or is not readable");
    }

    @Test
    void exportsARepositoryThatGitAndKustomizeRead() throws Exception {
        Path work = Files.createTempDirectory(folder, "work");
        Path checkout = work.resolve("checkout");
        ToolRun exported =
                succeeds("export", "--output", checkout.resolve("prod").toString(), "-o", "json");
        assertThat(exported.out()).contains("\"cluster/team-blue.yaml\"");
        git(checkout, "init", "-q", "-b", "main");
        git(checkout, "add", "-A");
        git(checkout, "-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-qm", "Export");
        git(work, "clone", "-q", "--bare", checkout.toString(), "served.git");

        try (LoopbackGitServer server = LoopbackGitServer.start(work)) {
            git(work, "clone", "-q", server.url("served.git"), "cloned");
            installFlux();
            succeeds("enable", "--repository=" + server.url("served.git"), "--path=prod");
        }

        Path cloned = work.resolve("cloned");
        assertThat(succeeds("status", "--directory", cloned.toString()).out()).contains("Drift: none.");
        Path team = cloned.resolve("prod/cluster/team-blue.yaml");
        Files.writeString(team, Files.readString(team).replace("Blue: yes", "Green"));
        ToolRun drift = run(BUTLERADM, "status", "--directory", cloned.toString());
        assertThat(drift.exitCode()).isEqualTo(1);
        assertThat(drift.out()).contains("changed Team blue", "~ spec.displayName: Blue: yes -> Green");
        assertThat(run(BUTLERADM, "status", "--directory", cloned.toString(), "-o", "json")
                        .out())
                .contains("\"path\": \"spec.displayName\"");
        assertThat(succeeds("disable", "--yes").out()).contains("deleted");
    }

    @Test
    void kustomizeBuildsTheObjectsOfTheExport() throws Exception {
        Optional<TestBench> bench = TestBench.find();
        assumeTrue(bench.isPresent(), TestBench.ABSENT);
        Path directory = folder.resolve("built");
        succeeds("export", "--output", directory.toString());

        String built =
                process(folder, List.of(bench.get().program("kubectl").toString(), "kustomize", directory.toString()));

        List<Map<String, Object>> objects = TenantDocumentReader.read("kubectl", built).documents().stream()
                .map(TenantDocument::tree)
                .toList();
        assertThat(objects).hasSize(3).containsExactlyInAnyOrderElementsOf(KustomizationReader.read(directory, "."));
    }

    @Test
    void refusesToExportIntoADirectoryOfOthers() throws IOException {
        Path taken = Files.createDirectory(folder.resolve("taken"));
        Files.writeString(taken.resolve("notes"), "mine");

        ToolRun refused = run(BUTLERADM, "export", "--output", taken.toString());

        assertThat(refused.exitCode()).isEqualTo(ErrorKind.CONFLICT.exitCode());
        assertThat(taken.resolve("notes")).hasContent("mine");
        assertThat(run(BUTLERADM, "export").exitCode()).isEqualTo(ErrorKind.USAGE.exitCode());
    }

    private static ToolRun run(Tool tool, String... words) {
        List<String> all = new ArrayList<>(List.of("gitops"));
        all.addAll(List.of(words));
        all.addAll(List.of("--kubeconfig", folder.resolve("kubeconfig").toString()));
        return tool.run(all.toArray(String[]::new));
    }

    private static ToolRun succeeds(String... words) {
        ToolRun run = run(BUTLERADM, words);
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run;
    }

    private static void git(Path directory, String... words) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("git"));
        all.addAll(List.of(words));
        process(directory, all);
    }

    /** Runs a program without the user's configuration, and with loopback as the only reachable address. */
    private static String process(Path directory, List<String> words) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(words).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment()
                .putAll(Map.of(
                        "HOME",
                        folder.toString(),
                        "GIT_CONFIG_NOSYSTEM",
                        "1",
                        "GIT_TERMINAL_PROMPT",
                        "0",
                        "http_proxy",
                        NOWHERE,
                        "https_proxy",
                        NOWHERE,
                        "HTTP_PROXY",
                        NOWHERE,
                        "HTTPS_PROXY",
                        NOWHERE,
                        "no_proxy",
                        "127.0.0.1",
                        "NO_PROXY",
                        "127.0.0.1"));
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    private static void installFlux() {
        new CustomResourceDefinitions(client).ensureYaml(FluxDefinitionTexts.all(), Duration.ofSeconds(30));
    }
}
