package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.bootstrap.plan.BootstrapPlan;
import dev.butlerlabs.core.bootstrap.state.ButlerHome;
import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.bootstrap.state.EngineType;
import dev.butlerlabs.core.engine.Engine;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.progress.ProgressReporter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineStarterTest {
    @TempDir
    private Path folder;

    private final ProgressReporter progress = new ProgressReporter(_ -> {}, Clock.systemUTC());
    private ClusterDirectory directory;

    @BeforeEach
    void createDirectory() {
        directory = new ButlerHome(folder).cluster("demo");
        directory.create();
    }

    private static EngineStarter starter(EngineType choice, Optional<Path> kubeconfig) {
        return new EngineStarter(choice, kubeconfig, Optional.empty(), Map.of());
    }

    private Engine start(EngineStarter starter) {
        return starter.start(starter.choose(directory, noPlan()), noPlan(), directory, progress);
    }

    /** The plan is read only for KIND and for an automatic choice without an earlier run. */
    private static BootstrapPlan noPlan() {
        return null;
    }

    @Test
    void usesTheExistingClusterOfAKubeconfig() {
        assertThat(starter(EngineType.AUTO, Optional.of(Path.of("kubeconfig")))
                        .choose(directory, noPlan())
                        .kind())
                .isEqualTo(EngineType.EXISTING);
    }

    @Test
    void requiresAKubeconfigForAnExistingCluster() {
        assertThatThrownBy(() -> start(starter(EngineType.EXISTING, Optional.empty())))
                .isInstanceOfSatisfying(
                        ButlerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE));
    }

    @Test
    void rejectsAKubeconfigThatDoesNotExist() {
        assertThatThrownBy(() -> start(starter(EngineType.EXISTING, Optional.of(folder.resolve("absent")))))
                .isInstanceOfSatisfying(
                        ButlerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNREADABLE_FILE));
    }

    @Test
    void startsTheEmbeddedEngineInTheDirectoryOfTheCluster() {
        Engine engine = start(starter(EngineType.EMBEDDED, Optional.empty()));
        engine.close();
        assertThat(directory.engine()).isNotEmptyDirectory();
        assertThat(starter(EngineType.AUTO, Optional.empty())
                        .choose(directory, noPlan())
                        .reason())
                .isEqualTo("started by an earlier run of this cluster");
        engine.remove();
    }
}
