package dev.butlerlabs.core.cli.progress;

import dev.butlerlabs.core.cli.output.AgeFormatter;
import dev.butlerlabs.core.cli.output.AnsiText;
import dev.butlerlabs.core.cli.output.TerminalColors;
import dev.butlerlabs.core.progress.Progress;
import dev.butlerlabs.core.progress.ProgressEvent;
import dev.butlerlabs.core.progress.ProgressEvent.AddonChanged;
import dev.butlerlabs.core.progress.ProgressEvent.Done;
import dev.butlerlabs.core.progress.ProgressEvent.Failed;
import dev.butlerlabs.core.progress.ProgressEvent.FaultHandled;
import dev.butlerlabs.core.progress.ProgressEvent.FaultInjected;
import dev.butlerlabs.core.progress.ProgressEvent.MachineChanged;
import dev.butlerlabs.core.progress.ProgressEvent.Message;
import dev.butlerlabs.core.progress.ProgressEvent.RunEnded;
import dev.butlerlabs.core.progress.ProgressEvent.RunStarted;
import dev.butlerlabs.core.progress.ProgressEvent.Started;
import dev.butlerlabs.core.progress.ProgressEvent.Waiting;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/** Shows running steps at the bottom of the screen with their age and what they wait for; finished steps scroll up. */
final class LiveProgress implements Progress {
    private final RecordLines record;
    private final Consumer<List<String>> foot;
    private final TerminalColors ink;
    private final IntSupplier width;
    private final Clock clock;
    private final Map<String, Running> running = new LinkedHashMap<>();

    LiveProgress(
            Consumer<String> lines, Consumer<List<String>> foot, TerminalColors ink, IntSupplier width, Clock clock) {
        this.record = new RecordLines(lines, ink, width);
        this.foot = foot;
        this.ink = ink;
        this.width = width;
        this.clock = clock;
    }

    @Override
    public synchronized void report(ProgressEvent event) {
        switch (event) {
            case Started started ->
                running.putIfAbsent(started.step(), new Running(started.title(), started.at(), "", started.at()));
            case Waiting waiting -> running.computeIfPresent(waiting.step(), (step, row) -> row.waiting(waiting));
            case Done done -> running.remove(done.step());
            case Failed failed -> running.remove(failed.step());
            case RunStarted _ -> running.clear();
            case Message _, RunEnded _, MachineChanged _, AddonChanged _, FaultInjected _, FaultHandled _ -> {}
        }
        record.report(event);
        redraw();
    }

    /** Redraws the display. Called periodically to update ages. */
    synchronized void redraw() {
        Instant now = clock.instant();
        int columns = width.getAsInt();
        foot.accept(running.values().stream()
                .map(row -> row.line(now, ink, columns))
                .toList());
    }

    /** Clears the bottom of the screen. */
    synchronized void close() {
        running.clear();
        foot.accept(List.of());
    }

    private record Running(String title, Instant began, String reason, Instant since) {
        Running waiting(Waiting event) {
            return new Running(title, began, event.reason(), event.since());
        }

        /** Truncates a line to the width of the screen, because a wrapped line could not be erased. */
        String line(Instant now, TerminalColors ink, int width) {
            Instant from = reason.isEmpty() ? began : since;
            String age = " (" + AgeFormatter.of(Duration.between(from, now)) + ")";
            String text = AnsiText.plain(reason.isEmpty() ? title : title + ": " + reason);
            int room = Math.max(1, width - age.length() - 2);
            return ink.yellow("▶") + " " + AnsiText.cut(text, room) + ink.grey(age);
        }
    }
}
