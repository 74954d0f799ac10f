package dev.butlerlabs.core.cli;

import dev.butlerlabs.core.cli.output.AnsiText;
import dev.butlerlabs.core.cli.screen.ScreenChannel;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Lines on standard error. A live display may use the bottom of the screen, and lines then appear above it; or it may use the
 * full screen, and lines then appear when it is left. Thread-safe: one lock prevents log lines, prompts and progress from
 * mixing.
 */
public final class MessagePrinter implements ScreenChannel {
    private static final String NO_LINE_BREAKS = "\u001b[?7l";
    private static final String LINE_BREAKS = "\u001b[?7h";

    private final PrintStream err;
    private final Supplier<TerminalSize> size;
    private final boolean isTerminal;
    private final boolean reflowsLines;
    private List<String> footer = List.of();
    private UnaryOperator<String> rewriter = UnaryOperator.identity();
    private final List<String> heldBack = new ArrayList<>();
    private Optional<Consumer<String>> screenLines = Optional.empty();
    private String leaveScreen = "";
    private boolean isScreenOpen;
    private boolean isStopped;

    /**
     * @param size the current size of the terminal; only called if there is one
     * @param isTerminal whether standard error is a terminal, for whose width lines are broken
     * @param reflowsLines whether the terminal breaks its lines again when it becomes narrower
     */
    public MessagePrinter(PrintStream err, Supplier<TerminalSize> size, boolean isTerminal, boolean reflowsLines) {
        this.err = err;
        this.size = size;
        this.isTerminal = isTerminal;
        this.reflowsLines = reflowsLines;
    }

    /** Sets a function that is applied to permanent lines. */
    synchronized void rewrite(UnaryOperator<String> function) {
        rewriter = function;
    }

    /** Prints permanent lines. */
    public synchronized void print(String... lines) {
        if (isScreenOpen) {
            for (String line : lines) {
                String rewritten = rewriter.apply(line);
                heldBack.add(rewritten);
                screenLines.ifPresent(screen -> screen.accept(rewritten));
            }
            return;
        }
        StringBuilder text = new StringBuilder(erasure());
        for (String line : lines) {
            appendFitted(text, rewriter.apply(line));
        }
        appendFooter(text);
        write(text);
    }

    private void appendFitted(StringBuilder text, String line) {
        if (!isTerminal) {
            text.append(line).append('\n');
            return;
        }
        for (String one : line.split("\n", -1)) {
            AnsiText.fit(one, size.get().columns())
                    .forEach(fitted -> text.append(fitted).append('\n'));
        }
    }

    /**
     * Replaces the temporary lines at the bottom of the screen. Lines that are too wide are cut, and those that do not fit the
     * height are left out. Requires a terminal that can be redrawn.
     */
    public synchronized void foot(List<String> lines) {
        if (isScreenOpen || (lines.isEmpty() && footer.isEmpty())) {
            return;
        }
        StringBuilder text = new StringBuilder(erasure());
        TerminalSize now = size.get();
        footer = lines.stream()
                .limit(Math.max(1, now.rows() - 1))
                .map(line -> AnsiText.cut(line, now.columns()))
                .toList();
        appendFooter(text);
        write(text);
    }

    /**
     * Each line takes one row, also if the terminal has just become narrower and its size is not known yet: automatic line breaks
     * are off.
     */
    private void appendFooter(StringBuilder text) {
        if (!footer.isEmpty()) {
            text.append(NO_LINE_BREAKS);
            footer.forEach(line -> text.append(line).append('\n'));
            text.append(LINE_BREAKS);
        }
    }

    /** Prints a permanent line that a full screen shows in another way. */
    public synchronized void record(String line) {
        if (isScreenOpen) {
            heldBack.add(line);
        } else {
            print(line);
        }
    }

    @Override
    public synchronized void enter(String enter, String leave, Consumer<String> lines) {
        if (isStopped) {
            return;
        }
        write(erasure() + enter);
        footer = List.of();
        leaveScreen = leave;
        screenLines = Optional.of(lines);
        isScreenOpen = true;
    }

    @Override
    public synchronized void draw(String text) {
        if (isScreenOpen && !text.isEmpty()) {
            write(text);
        }
    }

    @Override
    public synchronized void leave() {
        if (!isScreenOpen) {
            return;
        }
        isScreenOpen = false;
        StringBuilder text = new StringBuilder(leaveScreen);
        heldBack.forEach(line -> appendFitted(text, line));
        heldBack.clear();
        write(text);
    }

    /** Leaves the full screen for the rest of the process. */
    synchronized void stopScreen() {
        isStopped = true;
        leave();
    }

    /** Prints a prompt without a line break. */
    synchronized void ask(String question) {
        leave();
        write(question);
    }

    /** Moves above the temporary lines and clears the screen from there. */
    private String erasure() {
        return footer.isEmpty() ? "" : "\u001b[" + footerRows() + "A\u001b[J";
    }

    /** Returns the rows that the temporary lines take now: they take more if the terminal became narrower. */
    private int footerRows() {
        if (!reflowsLines) {
            return footer.size();
        }
        int columns = size.get().columns();
        return footer.stream()
                .mapToInt(line -> Math.max(1, Math.ceilDiv(AnsiText.width(line), columns)))
                .sum();
    }

    private void write(CharSequence text) {
        err.print(text);
        err.flush();
    }
}
