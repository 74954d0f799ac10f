package dev.butlerlabs.core.progress;

import java.time.Clock;
import java.time.Instant;

/** A running step. Tracks when it started and since when it has been waiting for the same reason. Thread-safe. */
public final class ProgressStep {
    private final Progress progress;
    private final Clock clock;
    private final String name;
    private final Instant began;
    private String awaited = "";
    private Instant awaitedSince;

    ProgressStep(Progress progress, Clock clock, String name, String title) {
        this.progress = progress;
        this.clock = clock;
        this.name = name;
        this.began = clock.instant();
        this.awaitedSince = began;
        progress.report(new ProgressEvent.Started(began, name, title));
    }

    /** Reports that the step is waiting; repeating a reason keeps the start of the wait. */
    public synchronized void waiting(String reason) {
        Instant now = clock.instant();
        if (!reason.equals(awaited)) {
            awaited = reason;
            awaitedSince = now;
        }
        progress.report(new ProgressEvent.Waiting(now, name, reason, awaitedSince));
    }

    public void done() {
        done("");
    }

    public void done(String detail) {
        progress.report(new ProgressEvent.Done(clock.instant(), name, detail, began));
    }

    public void failed(String reason) {
        progress.report(new ProgressEvent.Failed(clock.instant(), name, reason, began));
    }
}
