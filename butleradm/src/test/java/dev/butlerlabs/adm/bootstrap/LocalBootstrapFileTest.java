package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.bootstrap.plan.BootstrapPlan;
import dev.butlerlabs.core.bootstrap.run.BootstrapPreview;
import dev.butlerlabs.core.bootstrap.state.ButlerHome;
import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.bootstrap.state.EngineType;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.config.ConfigEnvironment;
import dev.butlerlabs.core.config.ConfigText;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code bootstrap local} without a file. */
class LocalBootstrapFileTest {
    private static final Tool BUTLERADM = Tool.of("butleradm", Butleradm.class, Butleradm::commands);

    @TempDir
    private Path home;

    private static BootstrapPlan read(ConfigText text) {
        return BootstrapPlan.read(
                text,
                ConfigEnvironment.ofThisProcess(ProjectRoot.find()),
                ProviderRegistry.load(),
                Optional.of("local"));
    }

    private static BootstrapPlan plan(int controlPlanes, int workers) {
        return read(new ConfigText("built-in", new LocalBootstrapFile(controlPlanes, workers).text()));
    }

    private ToolRun run(String... arguments) {
        return BUTLERADM.with("BUTLER_HOME", home.toString()).run(arguments);
    }

    @Test
    void describesTheClusterOfTheExample() {
        BootstrapPlan example =
                read(ConfigText.of(ProjectRoot.find().resolve("configs/examples/bootstrap-local.yaml")));
        assertThat(plan(3, 2).resources().clusterBootstrap().getSpec())
                .isEqualTo(example.resources().clusterBootstrap().getSpec());
        assertThat(plan(3, 2).setup().settings().get("image"))
                .isEqualTo(example.setup().settings().get("image"));
    }

    @ParameterizedTest
    @CsvSource({"1,0,1", "3,0,3", "3,10,13"})
    void plansTheRequestedMachinesWithoutAWarning(int controlPlanes, int workers, int machines) {
        BootstrapPlan plan = plan(controlPlanes, workers);
        assertThat(plan.warnings()).isEmpty();
        assertThat(BootstrapPreview.of(plan).machines()).hasSize(machines);
    }

    @Test
    void usesTheEmbeddedEngineUnlessAnotherOneIsRequested() {
        ClusterDirectory directory = new ButlerHome(home).cluster("butler-local");
        EngineStarter automatic = new EngineStarter(EngineType.AUTO, Optional.empty(), Optional.empty(), Map.of());
        EngineStarter kind = new EngineStarter(EngineType.KIND, Optional.empty(), Optional.empty(), Map.of());
        assertThat(automatic.choose(directory, plan(1, 0)).kind()).isEqualTo(EngineType.EMBEDDED);
        assertThat(kind.choose(directory, plan(1, 0)).kind()).isEqualTo(EngineType.KIND);
    }

    @Test
    void isKeptUntilTheClusterIsDeleted() {
        ClusterDirectory directory = new ButlerHome(home).cluster("butler-local");
        directory.keepBootstrapFile(new LocalBootstrapFile(1, 0).text());
        directory.keepBootstrapFile(new LocalBootstrapFile(1, 1).text());
        assertThat(directory.bootstrapFile()).hasContent(new LocalBootstrapFile(1, 1).text());

        directory.forget();
        assertThat(directory.bootstrapFile()).doesNotExist();
    }

    @Test
    void printsThePlanInADryRunAndWritesNothing() {
        ToolRun run = run("bootstrap", "local", "--workers", "2", "--dry-run");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("kind: ClusterBootstrap", "butler-local", "ghcr.io/siderolabs/talos:v1.14.1");
        assertThat(home).isEmptyDirectory();
    }

    @Test
    void reportsEveryInvalidOption() {
        ToolRun run = run("bootstrap", "local", "--control-planes", "2", "--workers", "x");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err())
                .contains(
                        "--control-planes: invalid value \"2\" (must be one of 1, 3)",
                        "--workers: invalid value \"x\" (must be one of 0, 1, 2");
        assertThat(home).isEmptyDirectory();
    }

    @Test
    void rejectsTheOptionsBesideAFile() {
        String file = ProjectRoot.find()
                .resolve("configs/examples/bootstrap-local.yaml")
                .toString();
        ToolRun run = run("bootstrap", "local", "-c", file, "--workers", "2", "--dry-run");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).contains("--workers: is only valid for bootstrap local without a file");
    }

    @Test
    void needsAFileForOtherProviders() {
        ToolRun run = run("bootstrap", "nutanix");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--config");
    }
}
