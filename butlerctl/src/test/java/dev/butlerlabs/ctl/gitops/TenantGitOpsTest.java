package dev.butlerlabs.ctl.gitops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterAddons.GitOps;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.gitops.FluxConnection;
import dev.butlerlabs.core.gitops.GitCredentials;
import dev.butlerlabs.core.gitops.TenantRepository;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.testing.FluxDefinitionTexts;
import dev.butlerlabs.ctl.cluster.ClusterBench;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands without controllers: the tenant cluster demo is the bench itself. */
@Timeout(120)
@Tag("slow")
class TenantGitOpsTest {
    private static final String NAMESPACE = "butler-tenants";

    @TempDir
    private static Path folder;

    private static ClusterBench bench;

    @BeforeAll
    static void start() {
        bench = ClusterBench.start(folder);
        bench.namespace("demo-parts");
        bench.namespace("flux-system");
        bench.run("create", "demo", "--provider=x");
        bench.ready("demo", 1, "v1.30.2");
        bench.adminKubeconfig("demo", bench.own());
        new CustomResourceDefinitions(bench.client()).ensureYaml(FluxDefinitionTexts.all(), Duration.ofSeconds(30));
    }

    @AfterAll
    static void stop() {
        bench.close();
    }

    @AfterEach
    void disable() {
        assertThat(gitops(ClusterBench.BUTLERCTL, "disable", "demo", "--yes").exitCode())
                .isZero();
    }

    @Test
    void setsTheFieldAndStoresTheTokenInASecretOfTheCluster() {
        ToolRun enabled = gitops(
                ClusterBench.BUTLERCTL.reading("word"),
                "enable",
                "demo",
                "--repository=https://git.example/d",
                "--path=apps",
                "--token-file=-");
        assertThat(enabled.exitCode()).as(enabled.err()).isZero();
        assertThat(enabled.out() + enabled.err()).doesNotContain("word");

        GitOps set = TenantRepository.settings(cluster()).orElseThrow();
        assertThat(set.provider()).isEqualTo(GitOps.Provider.FLUXCD);
        assertThat(set.repository().url()).isEqualTo("https://git.example/d");
        assertThat(set.repository().secretRef().name()).isEqualTo("demo-gitops");
        assertThat(set.repository().prune()).isNull();
        Secret secret = bench.client()
                .secrets()
                .inNamespace(NAMESPACE)
                .withName("demo-gitops")
                .require();
        assertThat(secret.getMetadata().getOwnerReferences())
                .extracting(reference -> reference.getName())
                .containsExactly("demo");

        assertThat(gitops(
                                ClusterBench.BUTLERCTL,
                                "enable",
                                "demo",
                                "--repository=https://git.example/d",
                                "--branch=next")
                        .exitCode())
                .isZero();
        assertThat(TenantRepository.secret(cluster()))
                .as("stored credentials are kept")
                .contains("demo-gitops");
        assertThat(TenantRepository.source(cluster()).orElseThrow().path())
                .as("a repeated call sets all fields")
                .isEmpty();
    }

    @Test
    void disablesWithAReceiptOfEveryObject() {
        gitops(
                ClusterBench.BUTLERCTL.reading("word"),
                "enable",
                "demo",
                "--repository=https://git.example/d",
                "--token-file=-");
        new FluxConnection(bench.client())
                .enable(TenantRepository.source(cluster()).orElseThrow(), new GitCredentials.Token("git", "word"));
        assertThat(gitops(ClusterBench.BUTLERCTL, "status", "demo").out()).containsPattern("GitOps: +enabled");

        ToolRun disabled = gitops(ClusterBench.BUTLERCTL, "disable", "demo", "--yes");

        assertThat(disabled.exitCode()).as(disabled.err()).isZero();
        assertThat(disabled.out().lines().skip(1))
                .hasSize(3)
                .allSatisfy(line -> assertThat(line).endsWith("deleted"));
        assertThat(disabled.err())
                .contains("Secret butler-tenants/demo-gitops in the management cluster deleted.")
                .contains("What Flux applied stays in the cluster.");
        assertThat(TenantRepository.source(cluster())).isEmpty();
        assertThat(TenantRepository.settings(cluster()).orElseThrow().provider())
                .as("Flux stays installed")
                .isEqualTo(GitOps.Provider.FLUXCD);
        assertThat(gitops(ClusterBench.BUTLERCTL, "status", "demo").out()).containsPattern("GitOps: +disabled");
    }

    @Test
    void neverPrunesBeforeTheControllersHaveProcessedIt() {
        gitops(ClusterBench.BUTLERCTL, "enable", "demo", "--repository=https://git.example/d");

        ToolRun stopped = gitops(ClusterBench.BUTLERCTL, "disable", "demo", "--prune", "--yes", "--timeout=300ms");

        assertThat(stopped.exitCode()).isEqualTo(ErrorKind.TIMEOUT.exitCode());
        assertThat(stopped.err()).contains("The controllers have not processed the change");
        assertThat(TenantRepository.source(cluster()).orElseThrow().prune()).isTrue();
        setPruneOff();
    }

    /** Without controllers nothing confirms the change, so the test undoes it. */
    private static void setPruneOff() {
        gitops(ClusterBench.BUTLERCTL, "enable", "demo", "--repository=https://git.example/d");
    }

    @Test
    void refusesSecretsThatDoNotPermitToBeCopied() {
        bench.client()
                .resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace(NAMESPACE)
                        .withName("provider-credentials")
                        .endMetadata()
                        .addToStringData("password", "x")
                        .build())
                .create();

        ToolRun refused = gitops(
                ClusterBench.BUTLERCTL,
                "enable",
                "demo",
                "--repository=https://git.example/d",
                "--credentials-secret=provider-credentials");

        assertThat(refused.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(refused.err()).contains("butler.butlerlabs.dev/gitops-credentials=true");
        assertThat(TenantRepository.source(cluster())).isEmpty();
    }

    @Test
    void exportsTheClusterOnly() throws Exception {
        Path directory = folder.resolve("exported");

        ToolRun exported = gitops(ClusterBench.BUTLERCTL, "export", "demo", "--output", directory.toString());

        assertThat(exported.exitCode()).as(exported.err()).isZero();
        try (Stream<Path> files = Files.walk(directory)) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(file -> directory.relativize(file).toString())
                            .sorted())
                    .containsExactly(
                            ".butler-export",
                            "README.md",
                            "kustomization.yaml",
                            "namespaces/butler-tenants/kustomization.yaml",
                            "namespaces/butler-tenants/tenantcluster-demo.yaml");
        }
        assertThat(gitops(
                                ClusterBench.BUTLERCTL,
                                "export",
                                "nosuch",
                                "--output",
                                folder.resolve("x").toString())
                        .exitCode())
                .isEqualTo(ErrorKind.NOT_FOUND.exitCode());
        assertThat(folder.resolve("x")).doesNotExist();
    }

    private static TenantCluster cluster() {
        return bench.client()
                .resources(TenantCluster.class)
                .inNamespace(NAMESPACE)
                .withName("demo")
                .require();
    }

    private static ToolRun gitops(Tool tool, String... words) {
        List<String> all = new ArrayList<>(List.of("cluster", "gitops"));
        all.addAll(List.of(words));
        return bench.runAll(tool, all.toArray(String[]::new));
    }
}
