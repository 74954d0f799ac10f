package dev.butlerlabs.core.cli.progress;

import dev.butlerlabs.core.cli.output.AgeFormatter;
import dev.butlerlabs.core.progress.Progress;
import dev.butlerlabs.core.progress.ProgressEvent;
import dev.butlerlabs.core.progress.ProgressEvent.AddonChanged;
import dev.butlerlabs.core.progress.ProgressEvent.Done;
import dev.butlerlabs.core.progress.ProgressEvent.Failed;
import dev.butlerlabs.core.progress.ProgressEvent.FaultHandled;
import dev.butlerlabs.core.progress.ProgressEvent.FaultInjected;
import dev.butlerlabs.core.progress.ProgressEvent.Level;
import dev.butlerlabs.core.progress.ProgressEvent.MachineChanged;
import dev.butlerlabs.core.progress.ProgressEvent.Message;
import dev.butlerlabs.core.progress.ProgressEvent.RunEnded;
import dev.butlerlabs.core.progress.ProgressEvent.RunStarted;
import dev.butlerlabs.core.progress.ProgressEvent.Started;
import dev.butlerlabs.core.progress.ProgressEvent.Waiting;
import dev.butlerlabs.core.progress.RunSummary;
import dev.butlerlabs.core.progress.RunTimeline;
import dev.butlerlabs.core.progress.TimelineRunBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Prints one line per event, for files and pipes. A lasting wait is repeated every 30 seconds. */
final class PlainProgress implements Progress {
    private static final Duration REPEAT = Duration.ofSeconds(30);

    private final Consumer<String> lines;
    private final boolean quiet;
    private final DateTimeFormatter time;
    private final Map<String, String> titles = new HashMap<>();
    private final Map<String, Waiting> lastWaits = new HashMap<>();
    private final Map<String, String> faults = new HashMap<>();
    private Optional<TimelineRunBuilder> run = Optional.empty();

    PlainProgress(Consumer<String> lines, boolean quiet, ZoneId zone) {
        this.lines = lines;
        this.quiet = quiet;
        this.time = DateTimeFormatter.ofPattern("HH:mm:ss").withZone(zone);
    }

    @Override
    public synchronized void report(ProgressEvent event) {
        if (event instanceof RunStarted) {
            run = Optional.of(new TimelineRunBuilder(event));
        }
        run.ifPresent(builder -> builder.add(event));
        switch (event) {
            case Started started -> {
                titles.put(started.step(), started.title());
                tell(started.at(), "started: " + started.title());
            }
            case Waiting waiting -> waiting(waiting);
            case Done done -> tell(done.at(), "done: " + end(done.step(), done.detail(), done.since(), done.at()));
            case Failed failed ->
                print(failed.at(), "failed: " + end(failed.step(), failed.reason(), failed.since(), failed.at()));
            case Message message -> message(message);
            case FaultInjected fault -> {
                faults.put(fault.fault(), fault.text());
                tell(fault.at(), "injected: " + fault.text());
            }
            case FaultHandled handled ->
                tell(
                        handled.at(),
                        "injected: %s; %s"
                                .formatted(faults.getOrDefault(handled.fault(), handled.fault()), handled.outcome()));
            case RunEnded ended ->
                run.ifPresent(builder -> tell(
                        ended.at(), "%s: %s".formatted(ended.well() ? "finished" : "failed", summary(builder.run()))));
            case RunStarted _, MachineChanged _, AddonChanged _ -> {}
        }
    }

    private static String summary(RunTimeline.Run run) {
        return run.work() + " " + RunSummary.of(run).line();
    }

    private void waiting(Waiting waiting) {
        Waiting last = lastWaits.get(waiting.step());
        boolean news = last == null
                || !last.reason().equals(waiting.reason())
                || !waiting.at().isBefore(last.at().plus(REPEAT));
        if (news) {
            lastWaits.put(waiting.step(), waiting);
            String since = " (since " + time.format(waiting.since()) + ", "
                    + AgeFormatter.of(Duration.between(waiting.since(), waiting.at())) + ")";
            tell(waiting.at(), "waiting: " + title(waiting.step()) + detail(waiting.reason()) + since);
        }
    }

    private void message(Message message) {
        if (message.level() == Level.WARNING) {
            print(message.at(), "warning: " + message.text());
        } else {
            tell(message.at(), message.text());
        }
    }

    private String title(String step) {
        return titles.getOrDefault(step, step);
    }

    private static String detail(String text) {
        return text.isEmpty() ? "" : ": " + text;
    }

    private String end(String step, String detail, Instant since, Instant at) {
        return title(step) + detail(detail) + " (" + AgeFormatter.of(Duration.between(since, at)) + ")";
    }

    private void tell(Instant at, String text) {
        if (!quiet) {
            print(at, text);
        }
    }

    private void print(Instant at, String text) {
        lines.accept(time.format(at) + " " + text);
    }
}
