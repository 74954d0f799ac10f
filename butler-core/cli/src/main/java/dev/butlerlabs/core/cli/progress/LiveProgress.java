package dev.butlerlabs.core.cli.progress;

import dev.butlerlabs.core.cli.output.AgeFormatter;
import dev.butlerlabs.core.cli.output.TerminalColors;
import dev.butlerlabs.core.progress.Progress;
import dev.butlerlabs.core.progress.ProgressEvent;
import dev.butlerlabs.core.progress.ProgressEvent.Done;
import dev.butlerlabs.core.progress.ProgressEvent.Failed;
import dev.butlerlabs.core.progress.ProgressEvent.Level;
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

/** Shows running steps at the bottom of the screen with their age and what they wait for; finished steps scroll up. */
final class LiveProgress implements Progress {
    private final Consumer<String> lines;
    private final Consumer<List<String>> foot;
    private final TerminalColors ink;
    private final int width;
    private final Clock clock;
    private final Map<String, Running> running = new LinkedHashMap<>();

    LiveProgress(Consumer<String> lines, Consumer<List<String>> foot, TerminalColors ink, int width, Clock clock) {
        this.lines = lines;
        this.foot = foot;
        this.ink = ink;
        this.width = width;
        this.clock = clock;
    }

    @Override
    public synchronized void report(ProgressEvent event) {
        switch (event) {
            case Started started ->
                running.put(started.step(), new Running(started.title(), started.at(), "", started.at()));
            case Waiting waiting -> running.computeIfPresent(waiting.step(), (step, row) -> row.waiting(waiting));
            case Done done -> end(done.step(), ink.green("✓"), done.detail(), done.since(), done.at());
            case Failed failed -> end(failed.step(), ink.red("✗"), failed.reason(), failed.since(), failed.at());
            case Message message ->
                lines.accept((message.level() == Level.WARNING ? ink.yellow("! ") : "  ") + message.text());
            case RunStarted _ -> running.clear();
            case RunEnded _ -> {}
        }
        redraw();
    }

    /** Redraws the display. Called periodically to update ages. */
    synchronized void redraw() {
        Instant now = clock.instant();
        foot.accept(
                running.values().stream().map(row -> row.line(now, ink, width)).toList());
    }

    /** Clears the bottom of the screen. */
    synchronized void close() {
        running.clear();
        foot.accept(List.of());
    }

    private void end(String step, String mark, String detail, Instant since, Instant at) {
        Running row = running.remove(step);
        String title = row == null ? step : row.title();
        String more = detail.isEmpty() ? "" : ": " + detail;
        lines.accept(mark + " " + title + more + ink.grey(" (" + AgeFormatter.of(Duration.between(since, at)) + ")"));
    }

    private record Running(String title, Instant began, String reason, Instant since) {
        Running waiting(Waiting event) {
            return new Running(title, began, event.reason(), event.since());
        }

        /** Truncates a line to the width of the screen, because a wrapped line could not be erased. */
        String line(Instant now, TerminalColors ink, int width) {
            Instant from = reason.isEmpty() ? began : since;
            String age = " (" + AgeFormatter.of(Duration.between(from, now)) + ")";
            String text = reason.isEmpty() ? title : title + ": " + reason;
            int room = Math.max(10, width - age.length() - 3);
            String cut = text.length() <= room ? text : text.substring(0, room - 1) + "…";
            return ink.yellow("▶") + " " + cut + ink.grey(age);
        }
    }
}
