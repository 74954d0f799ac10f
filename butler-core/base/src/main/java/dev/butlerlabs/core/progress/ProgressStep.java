package dev.butlerlabs.core.progress;

import java.time.Clock;
import java.time.Instant;

/** A step under way. It remembers since when it runs and since when it waits for the same reason. */
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

    /** The step cannot go on yet; saying the same reason again keeps the time the wait began. */
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
