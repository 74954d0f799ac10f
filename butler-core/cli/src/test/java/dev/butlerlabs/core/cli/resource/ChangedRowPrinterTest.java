package dev.butlerlabs.core.cli.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.cli.output.TerminalColors;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChangedRowPrinterTest {
    private static final TableLayout<List<String>> LAYOUT = TableLayout.of(
            List.of(Column.of("name", List::getFirst), Column.of("state", List::getLast)),
            List::getFirst,
            row -> Map.of("name", row.getFirst(), "state", row.getLast()));

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ChangedRowPrinter<List<String>> printer = new ChangedRowPrinter<>(
            new OutputPrinter(
                            new PrintStream(out, true, StandardCharsets.UTF_8),
                            OutputFormat.TABLE,
                            true,
                            TerminalColors.PLAIN)
                    .stream(() -> LAYOUT),
            LAYOUT);

    @Test
    void printsTheListOnceAndThenOnlyWhatChanged() {
        printer.print(List.of(List.of("b", "Ready"), List.of("a", "Ready")));
        assertThat(printed()).containsExactly("NAME  STATE", "a     Ready", "b     Ready");
        printer.print(List.of(List.of("a", "Ready"), List.of("b", "Ready")));
        assertThat(printed()).isEmpty();
        printer.print(List.of(List.of("a", "Ready"), List.of("b", "Failed"), List.of("c", "New")));
        assertThat(printed()).containsExactly("b     Failed", "c     New");
        printer.print(List.of(List.of("a", "Ready")));
        printer.print(List.of(List.of("a", "Ready"), List.of("c", "New")));
        assertThat(printed()).as("a row that was gone").containsExactly("c     New");
    }

    private List<String> printed() {
        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        out.reset();
        return lines;
    }
}
