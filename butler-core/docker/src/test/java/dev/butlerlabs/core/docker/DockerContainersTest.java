package dev.butlerlabs.core.docker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.testing.TestAwait;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;

/** Operations on a container that Testcontainers has started on a real Docker engine. */
@Tag("process")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class DockerContainersTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final String LABEL = "dev.butlerlabs.test";

    private final String run = UUID.randomUUID().toString();
    private DockerEngine docker;
    private GenericContainer<?> container;

    @BeforeAll
    void start() {
        ImageName image = TestNodeImage.require();
        docker = DockerEngine.at(TestBenchDocker.host());
        container = started(image, run);
    }

    private static GenericContainer<?> started(ImageName image, String run) {
        GenericContainer<?> container = new GenericContainer<>(image.toString())
                .withNetworkMode("none")
                .withLabel(LABEL, run)
                .waitingFor(Wait.forLogMessage(".*Reached target.*", 1));
        container.start();
        return container;
    }

    @AfterAll
    void stop() {
        if (container != null) {
            container.stop();
        }
        if (docker != null) {
            docker.close();
        }
    }

    @Test
    void findsAContainerByIdAndByLabel() {
        ContainerState state =
                docker.containers().inspect(container.getContainerId()).orElseThrow();

        assertThat(state.running()).isTrue();
        assertThat(state.ports()).isEmpty();
        assertThat(docker.containers().labelled(Map.of(LABEL, run))).containsExactly(state);
        assertThat(docker.containers().inspect("absent-" + run)).isEmpty();
    }

    @Test
    void readsTheLog() {
        assertThat(docker.containers().log(container.getContainerId(), LIMIT))
                .contains("Reached target Multi-User System.");
        LogSearchResult found =
                docker.containers().awaitLog(container.getContainerId(), Pattern.compile("Multi-User"), LIMIT);
        assertThat(found.found()).isTrue();
    }

    @Test
    void runsACommand() {
        ExecResult result = docker.containers()
                .run(container.getContainerId(), List.of("sh", "-c", "echo out; echo err >&2; exit 3"), LIMIT);

        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.out()).isEqualTo("out\n");
        assertThat(result.err()).isEqualTo("err\n");
    }

    @Test
    void copiesFiles() {
        docker.containers().put(container.getContainerId(), List.of(new ArchiveFile("/kind/private", "text", false)));

        assertThat(docker.containers().hasFile(container.getContainerId(), "/kind/private"))
                .isTrue();
        assertThat(docker.containers().hasFile(container.getContainerId(), "/kind/absent"))
                .isFalse();
        assertThat(docker.containers()
                        .run(container.getContainerId(), List.of("stat", "-c", "%a", "/kind/private"), LIMIT)
                        .out())
                .isEqualTo("600\n");
    }

    @Test
    void removesARunningContainer() {
        String label = run + "-removed";
        try (GenericContainer<?> other = started(ImageName.parse(container.getDockerImageName()), label)) {
            docker.containers().remove(other.getContainerId());
            TestAwait.upTo(LIMIT, "the container removed")
                    .until(() -> docker.containers().labelled(Map.of(LABEL, label)), List::isEmpty);
            docker.containers().remove(other.getContainerId());
        }
    }
}
