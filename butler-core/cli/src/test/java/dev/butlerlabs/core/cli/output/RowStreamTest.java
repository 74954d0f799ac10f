package dev.butlerlabs.core.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RowStreamTest {
    private static final TableLayout<String> LAYOUT = TableLayout.of(
            List.of(Column.of("name", name -> name), Column.of("size", name -> String.valueOf(name.length()))),
            name -> "thing/" + name,
            name -> Map.of("name", name));

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Test
    void printsTheHeaderOnceAndKeepsTheWidthOfColumns() {
        assertThat(streamed(
                        OutputFormat.TABLE, Optional.empty(), List.of("longest"), List.of("a"), List.of("even-longer")))
                .isEqualTo("""
                        NAME     SIZE
                        longest  7
                        a        1
                        even-longer  11
                        """);
    }

    @Test
    void printsOneNamePerRow() {
        assertThat(streamed(OutputFormat.NAME, Optional.empty(), List.of("a"), List.of("b")))
                .isEqualTo("thing/a\nthing/b\n");
    }

    @Test
    void printsADocumentPerRow() {
        assertThat(streamed(OutputFormat.YAML, Optional.empty(), List.of("a", "b")))
                .isEqualTo("---\nname: a\n---\nname: b\n");
    }

    @Test
    void endsEachRowOfATemplateWithALineBreakAndOmitsRepeatedHeaders() {
        assertThat(streamed(
                        OutputFormat.TEMPLATE,
                        Optional.of(CustomColumns.parse("NAME:.name")),
                        List.of("a"),
                        List.of("b")))
                .isEqualTo("NAME\na\nb\n");
        bytes.reset();
        assertThat(streamed(OutputFormat.TEMPLATE, Optional.of(document -> "x"), List.of("a"), List.of("b")))
                .isEqualTo("x\nx\n");
    }

    @SafeVarargs
    private String streamed(OutputFormat format, Optional<DocumentTemplate> template, List<String>... batches) {
        PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8);
        RowStream<String> rows = new OutputPrinter(
                        out, format, template, true, TerminalColors.PLAIN, out, OptionalInt.empty())
                .stream(() -> LAYOUT);
        for (List<String> batch : batches) {
            rows.print(batch);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
