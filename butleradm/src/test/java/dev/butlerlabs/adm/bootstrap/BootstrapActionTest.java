package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.bootstrap.plan.BootstrapPlan;
import dev.butlerlabs.core.bootstrap.run.RunTimeouts;
import dev.butlerlabs.core.bootstrap.state.ButlerHome;
import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.bootstrap.state.EngineType;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ProviderRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is decided before a run starts; the tests of the command run it. */
class BootstrapActionTest {
    @TempDir
    private Path folder;

    private ClusterDirectory directory;

    @BeforeEach
    void createFinishedCluster() throws IOException {
        directory = new ButlerHome(folder).cluster("demo");
        directory.create();
        Files.createDirectories(directory.engine());
        Files.writeString(directory.engine().resolve("data"), "resources");
        directory.finish();
    }

    private BootstrapAction action(boolean keepEngine) {
        return new BootstrapAction(
                directory,
                ProviderRegistry.load(),
                new EngineStarter(EngineType.EMBEDDED, Optional.empty(), Optional.empty(), Map.of()),
                new BootstrapAction.Settings(
                        Path.of("bootstrap.yaml"), Optional.of("built in"), false, keepEngine, RunTimeouts.standard()),
                BootstrapActionTest::unused,
                Clock.systemUTC());
    }

    private static ProgressDisplay unused() {
        throw new AssertionError("nothing is to be displayed");
    }

    /** The plan is not read for a cluster that is complete. */
    private static BootstrapPlan noPlan() {
        return null;
    }

    @Test
    void rejectsACompleteClusterAndDiscardsItsEngine() {
        assertThatThrownBy(() -> action(false).run(noPlan())).isInstanceOfSatisfying(ButlerException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT);
            assertThat(e).hasMessageContaining("Cluster demo already exists");
            assertThat(e.hint()).endsWith("butleradm destroy demo -c bootstrap.yaml");
        });
        assertThat(directory.engine()).doesNotExist();
        assertThat(directory.bootstrapFile()).doesNotExist();
    }

    @Test
    void keepsTheEngineOfACompleteClusterOnRequest() {
        assertThatThrownBy(() -> action(true).run(noPlan())).isInstanceOf(ButlerException.class);
        assertThat(directory.engine().resolve("data")).exists();
    }
}
