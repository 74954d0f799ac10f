package dev.butlerlabs.core.progress;

import java.time.Clock;
import java.util.Objects;

/** Reports progress events with the current time. As thread-safe as the {@link Progress} it reports to. */
public final class ProgressReporter {
    private final Progress progress;
    private final Clock clock;

    public ProgressReporter(Progress progress, Clock clock) {
        this.progress = Objects.requireNonNull(progress, "progress");
        this.clock = Objects.requireNonNull(clock, "clock");
    }

    /** Reports the start of a step. */
    public ProgressStep start(String step, String title) {
        return new ProgressStep(progress, clock, step, title);
    }

    public void message(String text) {
        progress.report(new ProgressEvent.Message(clock.instant(), ProgressEvent.Level.INFO, text));
    }

    public void warning(String text) {
        progress.report(new ProgressEvent.Message(clock.instant(), ProgressEvent.Level.WARNING, text));
    }
}
