package dev.butlerlabs.core.cli.progress;

import dev.butlerlabs.core.cli.output.AgeFormatter;
import dev.butlerlabs.core.cli.output.AnsiText;
import dev.butlerlabs.core.cli.output.TerminalColors;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/** Prints what remains of a live display: the results of the steps, messages, faults and the totals of the run. Not thread-safe. */
final class RecordLines {
    private final Consumer<String> lines;
    private final TerminalColors ink;
    private final IntSupplier width;
    private final Map<String, String> titles = new HashMap<>();
    private Optional<TimelineRunBuilder> run = Optional.empty();

    RecordLines(Consumer<String> lines, TerminalColors ink, IntSupplier width) {
        this.lines = lines;
        this.ink = ink;
        this.width = width;
    }

    void report(ProgressEvent event) {
        if (event instanceof RunStarted) {
            run = Optional.of(new TimelineRunBuilder(event));
        }
        run.ifPresent(builder -> builder.add(event));
        switch (event) {
            case Started started -> titles.put(started.step(), started.title());
            case Done done -> step(ink.green("✓"), done.step(), done.detail(), done.since(), done.at());
            case Failed failed -> step(ink.red("✗"), failed.step(), failed.reason(), failed.since(), failed.at());
            case Message message -> print(message.level() == Level.WARNING ? ink.yellow("!") : " ", message.text(), "");
            case RunEnded ended -> run.ifPresent(builder -> end(builder.run(), ended.well()));
            case Waiting _, RunStarted _, MachineChanged _, AddonChanged _, FaultInjected _, FaultHandled _ -> {}
        }
    }

    /** Prints the faults with their outcomes, and the totals. */
    private void end(RunTimeline.Run ended, boolean well) {
        ended.faults()
                .forEach(fault ->
                        print(fault.handled().isPresent() ? ink.green("↯") : ink.yellow("↯"), fault.line(), ""));
        print(
                well ? ink.green("✓") : ink.red("✗"),
                ended.work() + " " + RunSummary.of(ended).line(),
                "");
    }

    private void step(String mark, String step, String detail, Instant since, Instant at) {
        String title = titles.getOrDefault(step, step);
        print(
                mark,
                detail.isEmpty() ? title : title + ": " + detail,
                " (" + AgeFormatter.of(Duration.between(since, at)) + ")");
    }

    /** Prints a text in as many lines as it needs, broken at spaces. */
    private void print(String mark, String text, String age) {
        List<String> wrapped = AnsiText.wrap(AnsiText.plain(text) + age, Math.max(10, width.getAsInt() - 2), "");
        for (int i = 0; i < wrapped.size(); i++) {
            boolean isLast = i == wrapped.size() - 1;
            String line = wrapped.get(i);
            String shown = isLast && !age.isEmpty() && line.endsWith(age)
                    ? line.substring(0, line.length() - age.length()) + ink.grey(age)
                    : line;
            lines.accept((i == 0 ? mark : " ") + " " + shown);
        }
    }
}
