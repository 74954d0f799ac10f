package dev.butlerlabs.adm.init;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.testing.LongSuite;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files of {@code init} are rehearsed without a change, by the same process. */
@Tag("process")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class InitRehearsalTest {
    @TempDir
    private Path home;

    static Stream<String> providers() {
        return LongSuite.plus(List.of("proxmox"), "harvester", "nutanix", "aws", "gcp", "azure", "local");
    }

    @ParameterizedTest
    @MethodSource("providers")
    void bringsANewFileToReady(String provider) {
        LongSuite.assumeEnabled();
        try (InitBench bench = InitBench.start(provider, home)) {
            List<String> words =
                    new ArrayList<>(List.of("init", provider, bench.file().toString(), "--rehearse"));
            words.addAll(bench.options());

            ToolRun run = bench.tool().runProcess(words.toArray(String[]::new));

            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out() + run.err()).contains("Wrote " + bench.file(), ": ready with 5 machines");
        }
    }
}
