package dev.butlerlabs.core.cli;

import java.io.PrintStream;
import java.util.List;

/**
 * Lines on standard error. A live display may hold the lower part of the screen; then lines appear above it. One lock for both, so
 * that log lines, prompts and progress never write into each other.
 */
public final class Messages {
    private final PrintStream err;
    private List<String> footer = List.of();

    public Messages(PrintStream err) {
        this.err = err;
    }

    /** Prints lines for good. */
    public synchronized void print(String... lines) {
        StringBuilder text = new StringBuilder(erasure());
        for (String line : lines) {
            text.append(line).append('\n');
        }
        footer.forEach(line -> text.append(line).append('\n'));
        write(text);
    }

    /** Replaces the lines at the foot of the screen, which stay only until the next call. Needs a terminal that can be redrawn. */
    public synchronized void foot(List<String> lines) {
        StringBuilder text = new StringBuilder(erasure());
        footer = List.copyOf(lines);
        footer.forEach(line -> text.append(line).append('\n'));
        write(text);
    }

    /** Prints without ending the line, as a question does. */
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
