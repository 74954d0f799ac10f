package dev.butlerlabs.core.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessagePrinterTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private TerminalSize size = new TerminalSize(20, 10);

    private MessagePrinter printer(boolean reflowsLines) {
        return new MessagePrinter(
                new PrintStream(written, true, StandardCharsets.UTF_8), () -> size, true, reflowsLines);
    }

    private String drawn() {
        String text = written.toString(StandardCharsets.UTF_8);
        written.reset();
        return text;
    }

    @ParameterizedTest
    @CsvSource({"true, 3", "false, 1"})
    void erasesAsManyRowsAsTheLinesTakeNow(boolean reflowsLines, int rows) {
        MessagePrinter printer = printer(reflowsLines);
        printer.foot(List.of("twenty characters ok"));
        drawn();
        size = new TerminalSize(8, 10);
        printer.print("more");
        assertThat(drawn()).startsWith("\u001b[%dA\u001b[J".formatted(rows) + "more\n");
    }

    @Test
    void breaksPermanentLinesForTheTerminal() {
        printer(true).print("error: the file demo.yaml does not exist\nhint: Check the path");
        assertThat(drawn()).isEqualTo("error: the file\ndemo.yaml does not\nexist\nhint: Check the path\n");
    }

    @Test
    void neverBreaksLinesWithoutATerminal() {
        MessagePrinter printer =
                new MessagePrinter(new PrintStream(written, true, StandardCharsets.UTF_8), () -> size, false, true);
        printer.print("error: the file demo.yaml does not exist");
        assertThat(drawn()).isEqualTo("error: the file demo.yaml does not exist\n");
    }

    @Test
    void cutsTemporaryLinesToTheSizeOfTheTerminal() {
        size = new TerminalSize(10, 3);
        printer(true).foot(List.of("a line that is too long", "two", "three", "four"));
        assertThat(drawn()).isEqualTo("\u001b[?7la line th…\ntwo\n\u001b[?7h");
    }

    @Test
    void aStoppedScreenIsLeftAndNotEnteredAgain() {
        MessagePrinter printer = printer(true);
        List<String> lines = new ArrayList<>();
        printer.enter("<enter>", "<leave>", lines::add);
        printer.print("held back");
        printer.stopScreen();
        printer.enter("<enter>", "<leave>", lines::add);
        printer.draw("frame");
        printer.print("direct");
        assertThat(drawn()).isEqualTo("<enter><leave>held back\ndirect\n");
        assertThat(lines).containsExactly("held back");
    }
}
