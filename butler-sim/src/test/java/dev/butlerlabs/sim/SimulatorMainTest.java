package dev.butlerlabs.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.infrastructure.Simulators;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Tag("process")
class SimulatorMainTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final SimulatorMain main = new SimulatorMain(Simulators.load());

    @Test
    void aSimulatorRunsUntilItIsToldToEndAndItsCredentialsLastNoLonger() throws Exception {
        Path credentials = folder.resolve("credentials");
        FutureTask<Integer> run = new FutureTask<>(
                () -> execute("harvester", "--credentials-out", credentials.toString(), "--fault", "read:delay*2"));
        Thread.startVirtualThread(run);
        TestAwait.upTo(Duration.ofMinutes(2), "the simulator started")
                .until(() -> out.toString().contains("Ctrl-C") || run.isDone());

        assertThat(err.toString()).isEmpty();
        assertThat(out.toString()).contains("endpoint: https://127.0.0.1:", "(kubeconfig): " + credentials);
        assertThat(out.toString()).doesNotContain("token", "certificate");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(credentials)))
                .isEqualTo("rw-------");
        main.stop();
        assertThat(run.get(120, TimeUnit.SECONDS)).isZero();
        assertThat(credentials).doesNotExist();
        assertThat(out.toString()).contains("Stopped after 0 requests; 0 machines remaining.");
    }

    @Test
    void aSimulatorEndsByItselfAfterTheTimeGiven() {
        assertThat(execute("harvester", "--credentials-out", folder.resolve("c").toString(), "--for", "0.1s"))
                .as(err.toString())
                .isZero();
    }

    @Test
    void anUnknownInfrastructureIsAnsweredWithThoseThatAre() {
        assertThat(execute("hal", "--credentials-out", folder.resolve("c").toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("no simulator for \"hal\"").contains("harvester");
    }

    @Test
    void aFaultThatIsNoneIsAnsweredWithHowToWriteOne() {
        assertThat(execute("harvester", "--credentials-out", "c", "--fault", "create:explode"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("invalid fault \"explode\"", "lost-response");
    }

    private int execute(String... arguments) {
        CommandLine line = main.commandLine();
        return line.setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
