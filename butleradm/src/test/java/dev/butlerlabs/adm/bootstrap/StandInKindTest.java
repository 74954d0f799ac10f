package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.docker.DockerStandIn;
import dev.butlerlabs.core.engine.kind.KindOptions;
import dev.butlerlabs.core.engine.kind.ScriptedNode;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The program with an engine on KIND where no Docker engine is needed: what it asks of one is answered by a stand-in. */
@Tag("process")
@EnabledIfSystemProperty(
        named = "butler.long",
        matches = "true",
        disabledReason = "takes minutes; see scripts/test --long")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class StandInKindTest {
    @TempDir
    private Path folder;

    @Test
    void reachesReadyWithAnEngineOnKindAndRemovesIt() throws Exception {
        try (PrismWorld world = new PrismWorld(folder);
                DockerStandIn docker = DockerStandIn.start(new ScriptedNode())) {
            docker.addImage(KindOptions.USUAL_IMAGE);
            ToolRun run = world.butleradm()
                    .with("DOCKER_HOST", docker.host().toString())
                    .runProcess("bootstrap", "nutanix", "-c", world.smallFile().toString(), "-o", "json");
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.err()).contains("Using engine kind: Docker ");
            assertThat(docker.asked("POST /containers/create")).hasSize(1);
            assertThat(docker.containers()).isEmpty();
            assertThat(world.prism().machines()).hasSize(1);
        }
    }
}
