package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.output.AnsiText;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.cli.output.TerminalColors;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class TimelineColumnsTest {
    private static List<String> lines(OptionalInt columns) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        OutputPrinter printer = new OutputPrinter(
                new PrintStream(out, true, StandardCharsets.UTF_8), OutputFormat.TABLE, true, TerminalColors.PLAIN);
        TimelineText.print(printer, "demo", TimelineFixture.timeline(), columns);
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void noLineIsWiderThanTheTerminal() {
        for (int columns = 40; columns <= 300; columns++) {
            int width = columns;
            assertThat(lines(OptionalInt.of(columns)))
                    .allSatisfy(line -> assertThat(AnsiText.width(line)).isLessThanOrEqualTo(width));
        }
    }

    @Test
    void aNarrowTerminalGetsNoBarsAndAFileGetsAll() {
        assertThat(lines(OptionalInt.of(40))).noneMatch(line -> line.contains("█"));
        assertThat(lines(OptionalInt.of(100))).anyMatch(line -> line.contains("█"));
        assertThat(lines(OptionalInt.empty()))
                .anyMatch(line -> line.startsWith("Moving resources to the new cluster") && line.contains("█"));
    }
}
