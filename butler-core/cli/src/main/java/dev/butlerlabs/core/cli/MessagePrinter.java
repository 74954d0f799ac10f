package dev.butlerlabs.core.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Lines on standard error. A live display may use the bottom of the screen; lines then appear above it. Thread-safe:
 * one lock prevents log lines, prompts and progress from mixing.
 */
public final class MessagePrinter {
    private final PrintStream err;
    private List<String> footer = List.of();
    private UnaryOperator<String> rewriter = UnaryOperator.identity();

    public MessagePrinter(PrintStream err) {
        this.err = err;
    }

    /** Sets a function that is applied to permanent lines. */
    synchronized void rewrite(UnaryOperator<String> function) {
        rewriter = function;
    }

    /** Prints permanent lines. */
    public synchronized void print(String... lines) {
        StringBuilder text = new StringBuilder(erasure());
        for (String line : lines) {
            text.append(rewriter.apply(line)).append('\n');
        }
        footer.forEach(line -> text.append(line).append('\n'));
        write(text);
    }

    /** Replaces the temporary lines at the bottom of the screen. Requires a terminal that can be redrawn. */
    public synchronized void foot(List<String> lines) {
        StringBuilder text = new StringBuilder(erasure());
        footer = List.copyOf(lines);
        footer.forEach(line -> text.append(line).append('\n'));
        write(text);
    }

    /** Prints a prompt without a line break. */
    synchronized void ask(String question) {
        write(question);
    }

    private String erasure() {
        return footer.isEmpty() ? "" : "\u001b[" + footer.size() + "A\u001b[J";
    }

    private void write(CharSequence text) {
        err.print(text);
        err.flush();
    }
}
