package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.bootstrap.state.EngineType;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.docker.DockerStandIn;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.engine.kind.KindOptions;
import dev.butlerlabs.core.engine.kind.ScriptedNode;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.testing.LongSuite;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The lock of a cluster between processes, for every engine. The infrastructure accepts connections and never answers, so a run that got
 * the lock keeps it until the test kills it. {@code -Dbutler.lock.attempts=50} repeats each case.
 */
@Tag("process")
@Timeout(value = 90, unit = TimeUnit.MINUTES)
class RunLockProcessesTest {
    private static final int ATTEMPTS = Integer.getInteger("butler.lock.attempts", 1);

    @TempDir
    private Path folder;

    private final List<Process> started = new ArrayList<>();
    private final CountDownLatch dockerStall = new CountDownLatch(1);
    private PrismWorld world;
    private ServerSocket silent;
    private EmbeddedApiServer existing;
    private DockerStandIn docker;
    private Path file;

    @BeforeEach
    void start() throws IOException {
        world = new PrismWorld(folder);
        silent = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        existing = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory());
        Files.writeString(folder.resolve("existing"), existing.kubeconfig());
        docker = DockerStandIn.start(new ScriptedNode());
        docker.addImage(KindOptions.USUAL_IMAGE);
        docker.stall("POST /containers/create", dockerStall);
        file = world.smallFile();
        Files.writeString(
                file, Files.readString(file).replaceFirst("port: \\d+", "port: %d".formatted(silent.getLocalPort())));
    }

    @AfterEach
    void stop() throws IOException {
        started.forEach(Process::destroyForcibly);
        dockerStall.countDown();
        docker.close();
        existing.close();
        silent.close();
        world.close();
    }

    static List<EngineType> engines() {
        return LongSuite.every(3, 0, List.of(EngineType.EMBEDDED, EngineType.KIND, EngineType.EXISTING));
    }

    @ParameterizedTest
    @MethodSource("engines")
    void admitsOneRunAtATime(EngineType engine) throws Exception {
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            Process first = bootstrap(engine);
            Process second = bootstrap(engine);
            awaitOneEnd(first, second);
            Process refused = first.isAlive() ? second : first;
            Process holder = first.isAlive() ? first : second;

            assertRefused(Tool.finish(refused), holder);
            assertFollowedWhileItLives(holder, engine);
        }
    }

    private static void awaitOneEnd(Process first, Process second) throws Exception {
        try {
            CompletableFuture.anyOf(first.onExit(), second.onExit()).get(3, TimeUnit.MINUTES);
        } catch (TimeoutException e) {
            first.destroyForcibly();
            second.destroyForcibly();
            throw new AssertionError(
                    "both run:\n%s\n%s"
                            .formatted(
                                    Tool.finish(first).err(),
                                    Tool.finish(second).err()),
                    e);
        }
    }

    private Process bootstrap(EngineType engine) throws IOException {
        List<String> words = new ArrayList<>(
                List.of("bootstrap", "-c", file.toString(), "--skip-preflight", "--engine", engine.toString()));
        if (engine == EngineType.EXISTING) {
            words.addAll(
                    List.of("--engine-kubeconfig", folder.resolve("existing").toString()));
        }
        return begin(butleradm(engine), words.toArray(String[]::new));
    }

    private Tool butleradm(EngineType engine) {
        return engine == EngineType.KIND
                ? world.butleradm().with("DOCKER_HOST", docker.host().toString())
                : world.butleradm();
    }

    private Process begin(Tool tool, String... words) throws IOException {
        Process process = tool.start(words);
        started.add(process);
        return process;
    }

    private ToolRun destroy(EngineType engine) {
        return butleradm(engine).runProcess("destroy", "demo", "-c", file.toString(), "--confirm=demo");
    }

    private static void assertRefused(ToolRun run, Process holder) {
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ErrorKind.ENVIRONMENT.exitCode());
        assertThat(run.err())
                .contains("Another run is working on cluster demo: the lock is held by process %d on host "
                        .formatted(holder.pid()));
        assertThat(holder.isAlive()).isTrue();
    }

    private void assertFollowedWhileItLives(Process holder, EngineType engine) throws Exception {
        Process attached = begin(butleradm(engine), "bootstrap", "attach", "demo", "-o", "json");
        assertThat(attached.errorReader().readLine()).contains("run-started");
        assertThat(attached.waitFor(1, TimeUnit.SECONDS)).isFalse();

        assertRefused(destroy(engine), holder);
        holder.destroyForcibly().waitFor();

        assertThat(attached.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(attached.exitValue()).isEqualTo(ErrorKind.CONFLICT.exitCode());
    }

    @Test
    void admitsOneEngineToItsData() throws Exception {
        String data = folder.resolve("data").toString();
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            Process first = begin(world.butleradm(), "engine", "start", "--data", data);
            Process second = begin(world.butleradm(), "engine", "start", "--data", data);
            awaitOneEnd(first, second);
            Process refused = first.isAlive() ? second : first;
            Process holder = first.isAlive() ? first : second;

            ToolRun third = world.butleradm().runProcess("engine", "start", "--data", data);
            assertThat(List.of(Tool.finish(refused), third)).allSatisfy(run -> {
                assertThat(run.exitCode()).as(run.err()).isEqualTo(ErrorKind.ENVIRONMENT.exitCode());
                assertThat(run.err()).contains("in use");
            });
            assertThat(holder.isAlive()).isTrue();
            holder.destroyForcibly().waitFor();
        }
    }
}
