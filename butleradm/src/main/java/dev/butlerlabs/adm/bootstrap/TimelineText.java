package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.cli.output.AnsiText;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.progress.RunSummary;
import dev.butlerlabs.core.progress.RunTimeline;
import dev.butlerlabs.core.progress.RunTimeline.Fault;
import dev.butlerlabs.core.progress.RunTimeline.Handled;
import dev.butlerlabs.core.progress.RunTimeline.Lane;
import dev.butlerlabs.core.progress.RunTimeline.Period;
import dev.butlerlabs.core.progress.RunTimeline.Run;
import dev.butlerlabs.core.progress.RunTimeline.Span;
import dev.butlerlabs.core.progress.RunTimeline.Wait;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Formats a timeline as a table with a bar per step, or as a document. */
final class TimelineText {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.systemDefault());

    private TimelineText() {}

    /** @param columns the width of the terminal; empty if the output is not a terminal */
    static void print(OutputPrinter printer, String cluster, RunTimeline timeline, OptionalInt columns) {
        switch (printer.format()) {
            case TABLE, WIDE -> timeline.runs().forEach(run -> run(printer, run, columns));
            case NAME ->
                timeline.runs().stream()
                        .flatMap(run -> run.steps().stream())
                        .forEach(step -> printer.out().println(step.step()));
            case JSON, YAML, TEMPLATE -> printer.document(document(cluster, timeline));
        }
    }

    /** Prints the totals and the steps of a run. */
    static void run(OutputPrinter printer, Run run, OptionalInt columns) {
        List<String> head = List.of(
                "%s started %s: %s, %s"
                        .formatted(run.work(), TIME.format(run.began()), seconds(run.took()), outcome(run)),
                RunSummary.of(run).line());
        head.forEach(line -> AnsiText.wrap(AnsiText.plain(line), columns.orElse(Integer.MAX_VALUE), "  ")
                .forEach(printer.out()::println));
        printer.list(listing(run, TimelineColumns.of(run, printer.format(), columns)), run.steps());
        run.faults()
                .forEach(fault -> printer.out()
                        .println(AnsiText.cut(AnsiText.plain(fault.line()), columns.orElse(Integer.MAX_VALUE))));
    }

    static String outcome(Run run) {
        return switch (run.end()) {
            case WELL -> "succeeded";
            case BADLY -> "failed: " + run.detail();
            case UNTOLD -> "interrupted";
        };
    }

    private static TableLayout<Span> listing(Run run, TimelineColumns fit) {
        List<Column<Span>> columns = new ArrayList<>();
        columns.add(Column.of("step", step -> AnsiText.cut(AnsiText.plain(step.title()), fit.title())));
        if (fit.showsStart()) {
            columns.add(Column.of("after", step -> seconds(Duration.between(run.began(), step.began()))));
        }
        columns.add(Column.of("took", step -> seconds(step.took())));
        if (fit.bar() > 0) {
            columns.add(Column.of("", step -> bar(run, step, fit.bar())));
        }
        columns.add(Column.of("end", TimelineText::end));
        columns.add(Column.wide("waited longest for", TimelineText::longestWait));
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
    private static String bar(Run run, Span step, int width) {
        int from = Math.min(width - 1, mark(run, step.began(), width));
        int to = Math.max(from + 1, mark(run, step.ended(), width));
        return "·".repeat(from) + "█".repeat(to - from) + "·".repeat(width - to);
    }

    private static int mark(Run run, Instant at, int width) {
        long whole = Math.max(1, run.took().toMillis());
        return (int) (Duration.between(run.began(), at).toMillis() * width / whole);
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
        document.put("summary", RunSummary.of(run).document());
        document.put("steps", run.steps().stream().map(TimelineText::document).toList());
        document.put(
                "machines", run.machines().stream().map(TimelineText::document).toList());
        document.put("addons", run.addons().stream().map(TimelineText::document).toList());
        document.put("faults", run.faults().stream().map(TimelineText::document).toList());
        return document;
    }

    private static Map<String, Object> document(Lane lane) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", lane.name());
        document.put("address", lane.address());
        document.put("state", lane.state().word());
        document.put(
                "periods", lane.periods().stream().map(TimelineText::document).toList());
        return document;
    }

    private static Map<String, Object> document(Period period) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("state", period.state().word());
        document.put("began", period.began().toString());
        document.put("seconds", period.took().toMillis() / 1000.0);
        return document;
    }

    private static Map<String, Object> document(Fault fault) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("time", fault.at().toString());
        document.put("target", fault.target());
        document.put("text", fault.text());
        document.put("outcome", fault.handled().map(Handled::outcome).orElse(""));
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
        document.put("retries", step.retries().size());
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
