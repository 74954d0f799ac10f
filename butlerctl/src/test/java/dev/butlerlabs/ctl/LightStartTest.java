package dev.butlerlabs.ctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.testing.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that need no cluster load nothing that speaks to one, however many commands stand beside them. */
@Tag("process")
class LightStartTest {
    @ParameterizedTest
    @ValueSource(strings = {"version", "--help", "cluster create --help", "access grant --help", "nonsense"})
    void loadsNothingItDoesNotNeed(String line, @TempDir Path folder) throws IOException {
        Assumptions.assumeTrue(Tool.binaries().isEmpty(), "a native program loads no classes");
        Path log = folder.resolve("classes.txt");
        List<String> command = new ArrayList<>(BothTools.BUTLERCTL.java(List.of("-Xlog:class+load:file=" + log)));
        command.addAll(List.of(line.split(" ")));
        Tool.finish(new ProcessBuilder(command).start());

        assertThat(Files.readAllLines(log).stream().map(LightStartTest::className))
                .contains("dev.butlerlabs.ctl.Butlerctl")
                .hasSizeLessThan(1800)
                .noneMatch(name -> name.matches(
                        "(io[.]fabric8|io[.]helidon|com[.]fasterxml|org[.]snakeyaml|org[.]yaml|org[.]slf4j).*"));
    }

    private static String className(String line) {
        return line.replaceFirst("^(?:\\[[^]]*\\])+ ", "").replaceFirst(" .*", "");
    }
}
