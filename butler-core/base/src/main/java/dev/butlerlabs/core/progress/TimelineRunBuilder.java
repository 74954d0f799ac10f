package dev.butlerlabs.core.progress;

import dev.butlerlabs.core.progress.ProgressEvent.Done;
import dev.butlerlabs.core.progress.ProgressEvent.Failed;
import dev.butlerlabs.core.progress.ProgressEvent.Message;
import dev.butlerlabs.core.progress.ProgressEvent.RunEnded;
import dev.butlerlabs.core.progress.ProgressEvent.RunStarted;
import dev.butlerlabs.core.progress.ProgressEvent.Started;
import dev.butlerlabs.core.progress.ProgressEvent.Waiting;
import dev.butlerlabs.core.progress.RunTimeline.End;
import dev.butlerlabs.core.progress.RunTimeline.Run;
import dev.butlerlabs.core.progress.RunTimeline.Span;
import dev.butlerlabs.core.progress.RunTimeline.Wait;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects the events of one run into a {@link RunTimeline.Run}. */
final class TimelineRunBuilder {
    private final Instant began;
    private final List<Span> ended = new ArrayList<>();
    private final Map<String, SpanTelling> open = new LinkedHashMap<>();
    private String work = "";
    private Instant last;
    private End end = End.UNTOLD;
    private String detail = "";

    TimelineRunBuilder(ProgressEvent first) {
        this.began = first.at();
        this.last = first.at();
    }

    void hear(ProgressEvent event) {
        last = event.at();
        switch (event) {
            case RunStarted run -> work = run.work();
            case RunEnded run -> {
                end = run.well() ? End.WELL : End.BADLY;
                detail = run.detail();
            }
            case Started started -> open.put(started.step(), new SpanTelling(started));
            case Waiting waiting -> {
                if (open.containsKey(waiting.step())) {
                    open.get(waiting.step()).hear(waiting);
                }
            }
            case Done done -> close(done.step(), done.at(), End.WELL, done.detail());
            case Failed failed -> close(failed.step(), failed.at(), End.BADLY, failed.reason());
            case Message _ -> {}
        }
    }

    private void close(String step, Instant at, End how, String what) {
        SpanTelling span = open.remove(step);
        if (span != null) {
            ended.add(span.span(at, how, what));
        }
    }

    Run run() {
        List<Span> steps = new ArrayList<>(ended);
        open.values().forEach(span -> steps.add(span.span(last, End.UNTOLD, "")));
        steps.sort(java.util.Comparator.comparing(Span::began));
        return new Run(work, began, last, end, detail, steps);
    }

    /** Collects the events of one step. */
    private static final class SpanTelling {
        private final Started started;
        private final List<Wait> waits = new ArrayList<>();

        private SpanTelling(Started started) {
            this.started = started;
        }

        private void hear(Waiting waiting) {
            boolean same = !waits.isEmpty() && waits.getLast().reason().equals(waiting.reason());
            endWait(waiting.at());
            if (!same) {
                waits.add(new Wait(waiting.reason(), waiting.at(), waiting.at()));
            }
        }

        private void endWait(Instant at) {
            if (!waits.isEmpty()) {
                Wait wait = waits.removeLast();
                waits.add(new Wait(wait.reason(), wait.began(), at));
            }
        }

        private Span span(Instant at, End how, String what) {
            endWait(at);
            return new Span(started.step(), started.title(), started.at(), at, how, what, waits);
        }
    }
}
