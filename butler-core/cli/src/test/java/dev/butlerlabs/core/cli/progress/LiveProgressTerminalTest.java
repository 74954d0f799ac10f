package dev.butlerlabs.core.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.output.AnsiText;
import dev.butlerlabs.core.cli.testing.TmuxSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The display of short operations in a real terminal, which breaks its lines again when it becomes narrower. */
@Tag("process")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class LiveProgressTerminalTest {
    @TempDir
    private Path directory;

    @Test
    void leavesNoGhostLineWhenTheTerminalIsResized() throws Exception {
        Assumptions.assumeTrue(TmuxSession.isInstalled(), "tmux is not on this machine");
        Path file = directory.resolve("file");
        Path script = Files.writeString(
                directory.resolve("run"),
                "'%s' --enable-native-access=ALL-UNNAMED -cp '%s' %s %s; echo \"exit $?\"\n"
                        .formatted(
                                Path.of(System.getProperty("java.home"), "bin", "java"),
                                System.getProperty("java.class.path"),
                                WaitingTool.class.getName(),
                                file));
        try (TmuxSession terminal = TmuxSession.start(directory, 100, 20, Map.of())) {
            terminal.type("clear; echo before; . " + script);
            for (int width : List.of(100, 40, 60, 44, 120, 40, 200)) {
                terminal.resize(width, 20);
                terminal.await("one line at %d columns".formatted(width), shown -> isDrawnFor(shown, width));
            }
            Files.createFile(file);
            List<String> rows = terminal.await("the end", shown -> shown.contains("exit 0"));
            assertThat(rows)
                    .anyMatch(row -> row.matches("✓ Waiting for a file of クラスタ demo: it exists \\(\\d+[sm]\\)"));
            assertThat(rows).noneMatch(row -> row.contains("▶") || row.contains("does not exist"));
        }
    }

    /** The terminal moves lines above into its history when it breaks the line again, so that only one line may be shown. */
    private static boolean isDrawnFor(List<String> rows, int width) {
        List<String> shown = rows.stream()
                .filter(row -> !row.isBlank() && !row.equals("before"))
                .toList();
        return shown.size() == 1
                && shown.getFirst().matches("▶ Waiting .*\\(\\d+[sm]\\)")
                && fills(shown.getFirst(), width);
    }

    /** A line that was cut for a width fills it, up to half of a wide character. */
    private static boolean fills(String line, int width) {
        int actual = AnsiText.width(line);
        return line.contains("…") ? actual == width || actual == width - 1 : actual <= width;
    }
}
