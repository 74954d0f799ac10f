package dev.butlerlabs.core.progress;

import dev.butlerlabs.core.progress.ProgressEvent.Started;
import dev.butlerlabs.core.progress.RunTimeline.End;
import dev.butlerlabs.core.progress.RunTimeline.Gap;
import dev.butlerlabs.core.progress.RunTimeline.Span;
import dev.butlerlabs.core.progress.RunTimeline.Wait;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Collects the events of one step. */
final class TimelineSpanBuilder {
    private final Started started;
    private final List<Wait> waits = new ArrayList<>();
    private final List<Gap> gaps = new ArrayList<>();
    private End end = End.UNTOLD;
    private String detail = "";
    private Instant ended;
    private boolean isWaiting;

    TimelineSpanBuilder(Started started) {
        this.started = started;
        this.ended = started.at();
    }

    /**
     * Continues a step that was over.
     *
     * @param isRetried as in {@link Gap}
     */
    void reopen(Instant at, boolean isRetried) {
        if (end != End.UNTOLD) {
            gaps.add(new Gap(ended, at, isRetried));
            end = End.UNTOLD;
            detail = "";
        }
    }

    void waiting(String reason, Instant at) {
        reopen(at, true);
        boolean isSame = isWaiting && waits.getLast().reason().equals(reason);
        endWait(at);
        if (!isSame) {
            waits.add(new Wait(reason, at, at));
        }
        isWaiting = true;
    }

    void close(Instant at, End how, String what) {
        reopen(at, true);
        endWait(at);
        isWaiting = false;
        end = how;
        detail = what;
        ended = at;
    }

    private void endWait(Instant at) {
        if (isWaiting) {
            Wait wait = waits.removeLast();
            waits.add(new Wait(wait.reason(), wait.began(), at));
        }
    }

    /** @param now until when a step lasts that is not over */
    Span span(Instant now) {
        if (end == End.UNTOLD) {
            endWait(now);
        }
        return new Span(
                started.step(),
                started.title(),
                started.at(),
                end == End.UNTOLD ? now : ended,
                end,
                detail,
                waits,
                gaps);
    }
}
