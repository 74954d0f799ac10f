package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.progress.RunTimeline.End;
import dev.butlerlabs.core.progress.RunTimeline.Fault;
import dev.butlerlabs.core.progress.RunTimeline.Gap;
import dev.butlerlabs.core.progress.RunTimeline.Lane;
import dev.butlerlabs.core.progress.RunTimeline.Run;
import dev.butlerlabs.core.progress.RunTimeline.Span;
import dev.butlerlabs.core.progress.RunTimeline.Wait;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Renders the rows of one run: its steps, machines, addons and faults on a common time axis. */
final class TimelineChart {
    /** Steps that take less of the run are folded, because their bars would be slivers. */
    private static final double SLIVER_PERCENT = 0.5;

    private final Run run;
    private final TimelineAxis axis;

    TimelineChart(Run run) {
        this.run = run;
        this.axis = TimelineAxis.of(run);
    }

    String html() {
        return scale()
                + group("Steps", steps())
                + group("Machines", lanes(run.machines()))
                + group("Addons", lanes(run.addons()))
                + faults();
    }

    private String scale() {
        List<Duration> ticks = axis.ticks();
        StringBuilder labels = new StringBuilder();
        for (int i = 0; i < ticks.size(); i++) {
            labels.append("<span%s style=\"left:%s%%\">%s</span>"
                    .formatted(
                            i % 2 == 1 ? " class=\"minor\"" : "",
                            number(axis.percent(ticks.get(i))),
                            axis.label(ticks.get(i))));
        }
        return "<div class=\"axis\" aria-hidden=\"true\"><span>time since the start</span><div class=\"scale\">%s</div><span></span></div>\n"
                .formatted(labels);
    }

    private static String group(String title, String rows) {
        return rows.isEmpty() ? "" : "<h3>%s</h3>\n<ul class=\"rows\">\n%s</ul>\n".formatted(title, rows);
    }

    /** Returns the rows of the steps; short ones next to each other become one row that can be opened. */
    private String steps() {
        StringBuilder rows = new StringBuilder();
        List<Span> slivers = new ArrayList<>();
        for (Span step : run.steps()) {
            if (isSliver(step)) {
                slivers.add(step);
            } else {
                rows.append(folded(slivers)).append(step(step));
                slivers.clear();
            }
        }
        return rows.append(folded(slivers)).toString();
    }

    private boolean isSliver(Span step) {
        return step.end() == End.WELL && step.retries().isEmpty() && axis.percent(step.took()) < SLIVER_PERCENT;
    }

    private String folded(List<Span> slivers) {
        String rows = slivers.stream().map(this::step).collect(Collectors.joining());
        if (slivers.size() < 2) {
            return rows;
        }
        Duration took = slivers.stream().map(Span::took).reduce(Duration.ZERO, Duration::plus);
        return "<li><details class=\"fold\"><summary>%s, %s together</summary><ul class=\"rows\">\n%s</ul></details></li>\n"
                .formatted(CountFormatter.of(slivers.size(), "short step"), TimelineText.seconds(took), rows);
    }

    private String step(Span step) {
        StringBuilder bars = new StringBuilder(bar(kind(step), step.title(), step.began(), step.ended()));
        step.waits().forEach(wait -> bars.append(bar("waiting", wait.reason(), wait.began(), wait.ended())));
        step.gaps().stream()
                .filter(gap -> axis.percent(gap.took()) >= SLIVER_PERCENT)
                .forEach(gap -> bars.append(bar("gap", "done before", gap.began(), gap.ended())));
        step.gaps().stream()
                .filter(Gap::isRetried)
                .forEach(gap -> bars.append(mark("↻", "entered again", gap.ended())));
        if (step.end() == End.BADLY) {
            bars.append(mark("mark bad", "✗", "failed: " + step.detail(), step.ended()));
        }
        return row(step.title(), detail(step), description(step), bars.toString(), step.took(), details(step));
    }

    private static String detail(Span step) {
        return switch (step.end()) {
            case WELL -> step.detail();
            case BADLY -> "failed: " + step.detail();
            case UNTOLD -> "interrupted";
        };
    }

    private static String kind(Span step) {
        return switch (step.end()) {
            case WELL -> "active";
            case BADLY -> "failed";
            case UNTOLD -> "interrupted";
        };
    }

    private String description(Span step) {
        String retries = step.retries().isEmpty()
                ? ""
                : ", entered again %d times".formatted(step.retries().size());
        return "%s, from %s to %s%s".formatted(kind(step), since(step.began()), since(step.ended()), retries);
    }

    private static String details(Span step) {
        if (step.waits().isEmpty()) {
            return "";
        }
        String waits = step.waits().stream().map(TimelineChart::wait).collect(Collectors.joining());
        return "<details><summary>%s</summary><ul>%s</ul></details>"
                .formatted(CountFormatter.of(step.waits().size(), "wait"), waits);
    }

    private static String wait(Wait wait) {
        return "<li>%s <span class=\"soft\">%s</span></li>"
                .formatted(HtmlText.escape(wait.reason()), TimelineText.seconds(wait.took()));
    }

    private String lanes(List<Lane> lanes) {
        return lanes.stream().map(this::lane).collect(Collectors.joining());
    }

    private String lane(Lane lane) {
        StringBuilder bars = new StringBuilder();
        lane.periods()
                .forEach(period ->
                        bars.append(bar(period.state().word(), period.state().word(), period.began(), period.ended())));
        run.faults().stream()
                .filter(fault -> fault.target().equals(lane.name()))
                .forEach(fault -> bars.append(marks(fault)));
        String detail = (lane.address() + " " + lane.detail()).strip();
        Duration took = Duration.between(
                lane.periods().getFirst().began(), lane.periods().getLast().began());
        return row(lane.name(), detail, description(lane), bars.toString(), took, "");
    }

    private String description(Lane lane) {
        return lane.periods().stream()
                .map(period -> "%s at %s".formatted(period.state().word(), since(period.began())))
                .collect(Collectors.joining(", "));
    }

    private String marks(Fault fault) {
        return mark("↯", fault.line(), fault.at())
                + fault.handled()
                        .map(handled -> mark("↻", handled.outcome(), handled.at()))
                        .orElse("");
    }

    /** Returns the lane of all faults and what became of each. */
    private String faults() {
        if (run.faults().isEmpty()) {
            return "";
        }
        String marks = run.faults().stream().map(this::marks).collect(Collectors.joining());
        String lines = run.faults().stream()
                .map(fault -> "<li>%s <span class=\"soft\">at %s%s</span></li>\n"
                        .formatted(
                                HtmlText.escape(fault.line()),
                                since(fault.at()),
                                fault.handled()
                                        .map(handled -> ", handled at " + since(handled.at()))
                                        .orElse(", not seen to be handled")))
                .collect(Collectors.joining());
        String row = "<li class=\"row\"><span class=\"name\">All faults</span>%s<span class=\"took\">%d</span></li>\n"
                .formatted(lane("faults", marks), run.faults().size());
        return group("Injected faults", row) + "<ul class=\"faults\">\n%s</ul>\n".formatted(lines);
    }

    private static String row(
            String name, String detail, String description, String bars, Duration took, String details) {
        return "<li class=\"row\"><span class=\"name\">%s%s</span>%s<span class=\"took\">%s</span>%s</li>\n"
                .formatted(
                        HtmlText.escape(name),
                        detail.isEmpty() ? "" : "<small>%s</small>".formatted(HtmlText.escape(detail)),
                        lane(description, bars),
                        TimelineText.seconds(took),
                        details);
    }

    private static String lane(String description, String bars) {
        return "<div class=\"lane\" role=\"img\" aria-label=\"%s\">%s</div>"
                .formatted(HtmlText.escape(description), bars);
    }

    private String bar(String kind, String title, Instant from, Instant to) {
        return "<div class=\"bar %s\" style=\"left:%s%%;width:%s%%\" title=\"%s\"></div>"
                .formatted(
                        kind,
                        number(axis.percent(from)),
                        number(axis.percent(to) - axis.percent(from)),
                        HtmlText.escape(title));
    }

    private String mark(String sign, String title, Instant at) {
        return mark("mark", sign, title, at);
    }

    private String mark(String kind, String sign, String title, Instant at) {
        return "<span class=\"%s\" style=\"left:%s%%\" title=\"%s\"><b>%s</b></span>"
                .formatted(kind, number(axis.percent(at)), HtmlText.escape(title), sign);
    }

    private String since(Instant at) {
        return TimelineText.seconds(Duration.between(run.began(), at));
    }

    static String number(double percent) {
        return String.format(Locale.ROOT, "%.2f", percent);
    }

    /** Returns the distance of the ticks in percent, for the style. */
    String tick() {
        return number(axis.percent(axis.step()));
    }
}
