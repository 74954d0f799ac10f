package dev.butlerlabs.adm.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.testing.TestAwait;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Two processes with the controllers, as the Deployment has them. */
@Tag("process")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class TwoProcessesTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    @Test
    void oneActsAndTheOtherTakesOverWhenItIsKilled() throws Exception {
        try (EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                .withDefinitions(
                        new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())))) {
            Path kubeconfig = folder.resolve("kubeconfig");
            Files.writeString(kubeconfig, server.kubeconfig());
            prepare(server);
            try (RunningControllers one = RunningControllers.start(kubeconfig);
                    RunningControllers other = RunningControllers.start(kubeconfig)) {
                RunningControllers leader = awaitLeader(List.of(one, other));
                RunningControllers waiting = leader.equals(one) ? other : one;
                assertThat(waiting.get("/readyz").statusCode()).isEqualTo(200);

                leader.kill();

                assertThat(awaitLeader(List.of(waiting))).isEqualTo(waiting);
            }
        }
    }

    /**
     * A leader that was suspended does not know that another process leads, and has changes waiting; its writes are counted by the API. It
     * is suspended while no request is on its way: bytes in its socket buffers cannot be recalled. Runs with {@code
     * -Dbutler.leader.suspend=true} only: on a busy machine the other process sometimes does not get the lease in time.
     */
    @Test
    @EnabledIfSystemProperty(
            named = "butler.leader.suspend",
            matches = "true",
            disabledReason = "suspending a leader runs with -Dbutler.leader.suspend=true")
    void aLeaderThatWasSuspendedWritesNothingOnceTheOtherHasWritten() throws Exception {
        WriteRecorder recorder = new WriteRecorder();
        try (EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                        .withDefinitions(
                                new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts()))
                        .withGate(recorder));
                KubernetesClient client =
                        new KubeConnector("test").connect(Kubeconfig.parse(server.kubeconfig(), "test"))) {
            Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
            prepare(server);
            try (RunningControllers one = RunningControllers.start(kubeconfig);
                    RunningControllers other = RunningControllers.start(kubeconfig);
                    PoolChanges changes = new PoolChanges(client)) {
                RunningControllers old = awaitLeader(List.of(one, other));
                RunningControllers next = old.equals(one) ? other : one;
                changes.createOne();
                recorder.awaitWriteOf(old.process());
                recorder.awaitQuiet();
                old.signal("STOP");
                changes.start();
                assertThat(awaitLeader(List.of(next))).isEqualTo(next);
                recorder.awaitWriteOf(next.process());
                old.signal("CONT");
                assertThat(old.get("/readyz").statusCode()).isEqualTo(200);
                // Time in which the old leader must not write.
                Thread.sleep(Duration.ofSeconds(3));

                assertThat(recorder.writesAfterFirstOf(next.process(), old.process()))
                        .isEmpty();
                assertThat(old.isLeading()).isFalse();
                assertThat(next.isLeading()).isTrue();
            }
        }
    }

    private static void prepare(EmbeddedApiServer server) {
        try (KubernetesClient client =
                new KubeConnector("test").connect(Kubeconfig.parse(server.kubeconfig(), "test"))) {
            client.resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName("butler-system")
                            .endMetadata()
                            .build())
                    .create();
        }
    }

    private static RunningControllers awaitLeader(List<RunningControllers> processes) throws Exception {
        return TestAwait.upTo(LIMIT, "a leader")
                .pollInterval(Duration.ofMillis(200))
                .until(() -> leader(processes), Optional::isPresent)
                .orElseThrow();
    }

    private static Optional<RunningControllers> leader(List<RunningControllers> processes) throws Exception {
        for (RunningControllers process : processes) {
            if (process.isLeading()) {
                return Optional.of(process);
            }
        }
        return Optional.empty();
    }
}
