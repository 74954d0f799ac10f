package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.progress.RunSummary;
import dev.butlerlabs.core.progress.RunTimeline;
import dev.butlerlabs.core.progress.RunTimeline.Run;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.stream.Collectors;

/** Renders a timeline as one self-contained web page without scripts. Its policy forbids the browser every request. */
final class TimelinePage {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'").withZone(ZoneOffset.UTC);
    private static final String KEY = """
            <ul class="key" aria-label="Key">
            <li><i class="active"></i>working, ready</li><li><i class="waiting"></i>waiting</li><li><i class="progress"></i>in progress</li>\
            <li><i class="failed"></i>failed</li><li><i class="idle"></i>pending or interrupted</li><li>↯ fault injected</li><li>↻ retried or handled</li>
            </ul>
            """;

    private TimelinePage() {}

    static String of(String cluster, RunTimeline timeline) {
        String runs = timeline.runs().stream().map(TimelinePage::run).collect(Collectors.joining());
        return """
                <!doctype html>
                <html lang="en">
                <head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
                <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
                <title>Timeline of %1$s</title>
                <style>
                %2$s</style></head>
                <body><main>
                <h1>%1$s</h1>
                <p class="soft">Timeline of %3$s of the cluster</p>
                %4$s%5$s</main></body>
                </html>
                """.formatted(
                        HtmlText.escape(cluster),
                        TimelineStyle.CSS,
                        CountFormatter.of(timeline.runs().size(), "run"),
                        KEY,
                        runs);
    }

    private static String run(Run run) {
        TimelineChart chart = new TimelineChart(run);
        String detail = run.detail().isEmpty() ? "" : "<p>%s</p>\n".formatted(HtmlText.escape(run.detail()));
        return """
                <section style="--tick:%s%%">
                <h2>%s <span class="end %s">%s</span> <time datetime="%s">%s</time></h2>
                %s%s%s</section>
                """.formatted(
                        chart.tick(),
                        HtmlText.escape(run.work().isEmpty() ? "run" : run.work()),
                        run.end().name().toLowerCase(Locale.ROOT),
                        outcome(run),
                        run.began(),
                        TIME.format(run.began()),
                        detail,
                        totals(RunSummary.of(run)),
                        chart.html());
    }

    private static String outcome(Run run) {
        return switch (run.end()) {
            case WELL -> "succeeded";
            case BADLY -> "failed";
            case UNTOLD -> "interrupted";
        };
    }

    private static String totals(RunSummary summary) {
        StringBuilder totals = new StringBuilder("<dl class=\"totals\">\n");
        totals.append(total("duration", summary.duration()));
        totals.append(total("steps", ratio(summary.stepsDone(), summary.steps())));
        totals.append(
                summary.machines() > 0 ? total("machines", ratio(summary.machinesReady(), summary.machines())) : "");
        totals.append(summary.addons() > 0 ? total("addons", ratio(summary.addonsReady(), summary.addons())) : "");
        totals.append(total("waits of all steps", TimelineText.seconds(summary.waited())));
        totals.append(total("retries", Integer.toString(summary.retries())));
        totals.append(
                summary.faults() > 0 ? total("faults handled", ratio(summary.faultsHandled(), summary.faults())) : "");
        return totals.append("</dl>\n").toString();
    }

    private static String ratio(int done, int all) {
        return done == all ? Integer.toString(all) : "%d/%d".formatted(done, all);
    }

    private static String total(String name, String value) {
        return "<div><dt>%s</dt><dd>%s</dd></div>\n".formatted(name, value);
    }
}
