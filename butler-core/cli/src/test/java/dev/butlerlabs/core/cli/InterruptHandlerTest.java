package dev.butlerlabs.core.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.testing.Interruptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("process")
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class InterruptHandlerTest {
    @Test
    void leavesAtOnceWhenInterruptedTwice() throws Exception {
        Process tool = start();
        try (BufferedReader out = tool.inputReader();
                BufferedReader err = tool.errorReader()) {
            assertThat(out.readLine()).isEqualTo("going on");
            signal(tool);
            assertThat(err.readLine()).startsWith("Stopping within");
            assertThat(err.readLine()).isEqualTo("Press Ctrl-C again to exit immediately.");
            signal(tool);
            assertThat(err.readLine()).as("nothing more is said").isNull();
            assertThat(tool.waitFor()).isEqualTo(130);
        } finally {
            tool.destroyForcibly();
        }
    }

    private static Process start() throws IOException {
        return new ProcessBuilder(Interruptions.heardBy(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        StubbornTool.class.getName())))
                .start();
    }

    private static void signal(Process tool) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-INT", Long.toString(tool.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }
}
