package dev.butlerlabs.adm.status;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.Terminal;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.status.ClusterStatus;
import dev.butlerlabs.core.status.StatusChanges;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Reads a status repeatedly until the command is interrupted: redraws a terminal, and prints changes as lines elsewhere. */
final class StatusWatch {
    private static final String CLEAR = "\u001b[H\u001b[2J";
    private static final String NO_WRAP = "\u001b[?7l";
    private static final String WRAP = "\u001b[?7h";
    private static final String TO_END_OF_LINE = "\u001b[K";
    private static final String TO_END_OF_SCREEN = "\u001b[J";

    private final CommandContext session;
    private final Duration interval;
    private final boolean isQuiet;
    private final Source source;
    private final Consumer<ClusterStatus> listener;

    StatusWatch(
            CommandContext session,
            Duration interval,
            boolean isQuiet,
            Source source,
            Consumer<ClusterStatus> listener) {
        this.session = session;
        this.interval = interval;
        this.isQuiet = isQuiet;
        this.source = source;
        this.listener = listener;
    }

    /** @throws ButlerException with CANCELLED when the thread is interrupted */
    void run(Format text) {
        PrintStream out = session.terminal().out();
        if (!isRedrawable()) {
            follow(out);
            return;
        }
        try {
            out.print(NO_WRAP + CLEAR);
            redraw(out, text);
        } finally {
            out.print(WRAP + "\n");
            out.flush();
        }
    }

    /** Formats a status. */
    @FunctionalInterface
    interface Format {
        String text(ClusterStatus status);
    }

    /** Reads a status. */
    @FunctionalInterface
    interface Source {
        ClusterStatus read(Consumer<List<String>> waiting);
    }

    private boolean isRedrawable() {
        return session.terminal().isInteractive(Terminal.Stream.OUT)
                && session.terminal().isAnimated();
    }

    private void redraw(PrintStream out, Format text) {
        while (true) {
            ClusterStatus status = source.read(pending -> waiting(out, pending));
            listener.accept(status);
            out.print(frame(session.clock().instant(), text.text(status), interval));
            out.flush();
            pause();
        }
    }

    private static void waiting(PrintStream out, List<String> pending) {
        out.print("\u001b[1;1H" + "Waiting for " + String.join(", ", pending) + TO_END_OF_LINE);
        out.flush();
    }

    /** Positions each line itself: unlike a line break, that does not scroll the problems at the top out of a small screen. */
    static String frame(Instant now, String text, Duration interval) {
        StringBuilder frame = new StringBuilder();
        List<String> lines = text.lines().toList();
        frame.append("\u001b[1;1H")
                .append("%s, every %d s, Ctrl-C to stop"
                        .formatted(now.truncatedTo(ChronoUnit.SECONDS), interval.toSeconds()))
                .append(TO_END_OF_LINE);
        for (int i = 0; i < lines.size(); i++) {
            frame.append("\u001b[%d;1H".formatted(i + 2)).append(lines.get(i)).append(TO_END_OF_LINE);
        }
        return frame.append(TO_END_OF_SCREEN).toString();
    }

    private void follow(PrintStream out) {
        Optional<ClusterStatus> before = Optional.empty();
        while (true) {
            ClusterStatus status;
            try (WaitingDisplay display = new WaitingDisplay(session, isQuiet)) {
                status = source.read(display);
            }
            listener.accept(status);
            Instant at = status.observation().at().truncatedTo(ChronoUnit.SECONDS);
            before.map(old -> StatusChanges.between(old, status))
                    .orElseGet(() -> StatusChanges.initial(status))
                    .forEach(line -> out.println(at + " " + StatusText.oneLine(line)));
            out.flush();
            before = Optional.of(status);
            pause();
        }
    }

    private void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(interval.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ButlerException(ErrorCode.CANCELLED, "Stopped watching.", e);
        }
    }
}
