package dev.butlerlabs.adm.status;

import dev.butlerlabs.core.cli.CommandContext;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/** Shows on standard error which sources have not answered yet: continuously on a terminal, otherwise once. */
public final class WaitingDisplay implements Consumer<List<String>>, AutoCloseable {
    /** A pipe or file gets a line only if the command takes noticeably long. */
    private static final Duration NOTICEABLE = Duration.ofSeconds(5);

    private final CommandContext session;
    private final boolean isQuiet;
    private final Instant start;
    private boolean isReported;

    public WaitingDisplay(CommandContext session, boolean isQuiet) {
        this.session = session;
        this.isQuiet = isQuiet;
        this.start = session.clock().instant();
    }

    @Override
    public void accept(List<String> pending) {
        if (isQuiet) {
            return;
        }
        Duration since = Duration.between(start, session.clock().instant());
        String line = "Waiting for %s (%d s)".formatted(String.join(", ", pending), since.toSeconds());
        if (session.terminal().isAnimated()) {
            session.messages().foot(List.of(line));
        } else if (!isReported && since.compareTo(NOTICEABLE) >= 0) {
            isReported = true;
            session.messages().print(line);
        }
    }

    @Override
    public void close() {
        if (session.terminal().isAnimated() && !isQuiet) {
            session.messages().foot(List.of());
        }
    }
}
