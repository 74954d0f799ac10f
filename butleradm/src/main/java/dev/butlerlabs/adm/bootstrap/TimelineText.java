package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.progress.RunTimeline;
import dev.butlerlabs.core.progress.RunTimeline.Run;
import dev.butlerlabs.core.progress.RunTimeline.Span;
import dev.butlerlabs.core.progress.RunTimeline.Wait;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Formats a timeline as a table with a bar per step, or as a document. */
final class TimelineText {
    private static final int BAR = 30;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.systemDefault());

    private TimelineText() {}

    static void print(OutputPrinter printer, String cluster, RunTimeline timeline) {
        switch (printer.format()) {
            case TABLE, WIDE -> timeline.runs().forEach(run -> run(printer, run));
            case NAME ->
                timeline.runs().stream()
                        .flatMap(run -> run.steps().stream())
                        .forEach(step -> printer.out().println(step.step()));
            case JSON, YAML, TEMPLATE -> printer.document(document(cluster, timeline));
        }
    }

    static void run(OutputPrinter printer, Run run) {
        printer.out()
                .println("%s started %s: %s, %s"
                        .formatted(run.work(), TIME.format(run.began()), seconds(run.took()), outcome(run)));
        printer.list(listing(run), run.steps());
    }

    static String outcome(Run run) {
        return switch (run.end()) {
            case WELL -> "succeeded";
            case BADLY -> "failed: " + run.detail();
            case UNTOLD -> "interrupted";
        };
    }

    private static TableLayout<Span> listing(Run run) {
        List<Column<Span>> columns = List.of(
                Column.of("step", Span::title),
                Column.of("after", step -> seconds(Duration.between(run.began(), step.began()))),
                Column.of("took", step -> seconds(step.took())),
                Column.of("", step -> bar(run, step)),
                Column.of("end", step -> end(step)),
                Column.wide("waited longest for", TimelineText::longestWait));
        return new TableLayout<>(
                columns, Span::step, TimelineText::document, Comparator.comparing(Span::began), Map.of());
    }

    private static String end(Span step) {
        return switch (step.end()) {
            case WELL -> "done";
            case BADLY -> "failed";
            case UNTOLD -> "cut off";
        };
    }

    private static String longestWait(Span step) {
        return step.waits().stream()
                .max(Comparator.comparing(Wait::took))
                .map(wait -> "%s (%s)".formatted(wait.reason(), seconds(wait.took())))
                .orElse("");
    }

    /** Returns the bar of a step within its run, at least one character long. */
    private static String bar(Run run, Span step) {
        int from = Math.min(BAR - 1, mark(run, step.began()));
        int to = Math.max(from + 1, mark(run, step.ended()));
        return "·".repeat(from) + "█".repeat(to - from) + "·".repeat(BAR - to);
    }

    private static int mark(Run run, Instant at) {
        long whole = Math.max(1, run.took().toMillis());
        return (int) (Duration.between(run.began(), at).toMillis() * BAR / whole);
    }

    static String seconds(Duration length) {
        return "%.1fs".formatted(length.toMillis() / 1000.0);
    }

    private static Map<String, Object> document(String cluster, RunTimeline timeline) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("cluster", cluster);
        document.put(
                "runs", timeline.runs().stream().map(TimelineText::document).toList());
        return document;
    }

    private static Map<String, Object> document(Run run) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("work", run.work());
        document.put("began", run.began().toString());
        document.put("seconds", run.took().toMillis() / 1000.0);
        document.put("end", run.end().name().toLowerCase(java.util.Locale.ROOT));
        document.put("detail", run.detail());
        document.put("steps", run.steps().stream().map(TimelineText::document).toList());
        return document;
    }

    private static Map<String, Object> document(Span step) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("step", step.step());
        document.put("title", step.title());
        document.put("began", step.began().toString());
        document.put("seconds", step.took().toMillis() / 1000.0);
        document.put("end", end(step));
        document.put("detail", step.detail());
        document.put("waits", step.waits().stream().map(TimelineText::document).toList());
        return document;
    }

    private static Map<String, Object> document(Wait wait) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("reason", wait.reason());
        document.put("began", wait.began().toString());
        document.put("seconds", wait.took().toMillis() / 1000.0);
        return document;
    }
}
