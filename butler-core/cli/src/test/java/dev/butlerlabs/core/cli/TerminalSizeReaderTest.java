package dev.butlerlabs.core.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TerminalSizeReaderTest {
    private static final int NO_DESCRIPTOR = 999_999;

    @Test
    void readsTheOutputOfStty() {
        assertThat(TerminalSizeReader.parseStty("24 80\n")).contains(new TerminalSize(80, 24));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0 0\n", "24\n", "stty: standard input: Inappropriate ioctl for device\n"})
    void otherOutputIsNoSize(String output) {
        assertThat(TerminalSizeReader.parseStty(output)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"132, 50, 132, 50", "'', '', 80, 24", "0, -1, 80, 24", "wide, 1e3, 80, 24", "99999, 30, 80, 30"})
    void theEnvironmentIsTheLastResort(String columns, String lines, int width, int height) {
        assertThat(TerminalSizeReader.ofEnvironment(Map.of("COLUMNS", columns, "LINES", lines)))
                .isEqualTo(new TerminalSize(width, height));
    }

    @Test
    void aDescriptorThatIsNoTerminalHasNoSize() {
        assertThat(WindowSizeCall.link().flatMap(call -> call.read(NO_DESCRIPTOR)))
                .isEmpty();
    }

    @Test
    void theSystemCallIsAvailableOnLinux() {
        boolean isLinux = System.getProperty("os.name").equals("Linux");
        assertThat(WindowSizeCall.link().isPresent() || !isLinux).isTrue();
    }

    @Test
    void colorVariablesAndDumbTerminalsGetLines() {
        assertThat(isAnimated(Map.of("TERM", "xterm-256color"))).isTrue();
        assertThat(isAnimated(Map.of("TERM", "dumb"))).isFalse();
        assertThat(isAnimated(Map.of("NO_COLOR", ""))).isFalse();
        assertThat(isAnimated(Map.of("BUTLER_NO_COLOR", "1"))).isFalse();
    }

    private static boolean isAnimated(Map<String, String> environment) {
        return Terminal.of(
                        InputStream.nullInputStream(),
                        OutputStream.nullOutputStream(),
                        OutputStream.nullOutputStream(),
                        environment,
                        Set.of(Terminal.Stream.ERR))
                .isAnimated();
    }
}
