package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two real programs on one machine, each with an embedded engine, in one home. */
@Tag("process")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class SideBySideTest {
    @TempDir
    private Path home;

    @Test
    void makesTwoClustersAtOnceThatDoNotDisturbEachOther() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            List<Callable<ToolRun>> both =
                    List.of(() -> rehearse("bootstrap-single-node.yaml"), () -> rehearse("bootstrap-nutanix.yaml"));
            List<Future<ToolRun>> runs = threads.invokeAll(both);
            requireReady(runs.get(0).get(), 1);
            requireReady(runs.get(1).get(), 5);
        }
    }

    private ToolRun rehearse(String file) {
        return Tool.of("butleradm", Butleradm.class, Butleradm::commands)
                .with("BUTLER_HOME", home.toString())
                .runProcess(
                        "rehearse",
                        "-c",
                        ProjectRoot.find().resolve("configs/examples/" + file).toString(),
                        "-o",
                        "json");
    }

    private static void requireReady(ToolRun run, int machines) throws Exception {
        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonNode result = new ObjectMapper().readTree(run.out());
        assertThat(result.path("machines").asInt()).isEqualTo(machines);
        assertThat(result.path("left").asInt()).isZero();
    }
}
