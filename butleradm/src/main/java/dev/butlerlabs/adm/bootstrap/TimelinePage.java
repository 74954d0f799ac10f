package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.progress.RunTimeline;
import dev.butlerlabs.core.progress.RunTimeline.Run;
import dev.butlerlabs.core.progress.RunTimeline.Span;
import dev.butlerlabs.core.progress.RunTimeline.Wait;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.stream.Collectors;

/** Renders a timeline as a self-contained web page without scripts. */
final class TimelinePage {
    private static final String STYLE = """
            :root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 15%, transparent); }
            body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
            h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2.5rem; }
            .step { display: grid; grid-template-columns: minmax(12rem, 24rem) 1fr 5rem; gap: 1rem; align-items: center;
                border-top: 1px solid var(--line); padding: .35rem 0; }
            .lane { position: relative; height: 1rem; background: var(--line); border-radius: 3px; }
            .bar { position: absolute; top: 0; bottom: 0; min-width: 3px; border-radius: 3px; background: #2f8f5b; }
            .wait { position: absolute; top: 0; bottom: 0; background: #d9a441; }
            .badly { background: #c8443c; } .untold { background: #888; }
            .took { text-align: right; font-variant-numeric: tabular-nums; }
            small { display: block; opacity: .7; overflow-wrap: anywhere; } li small { display: inline; }
            details { grid-column: 1 / -1; font-size: .85em; } ul { margin: .3rem 0; }
            .key span { display: inline-block; width: 1em; height: .8em; border-radius: 3px; margin: 0 .4em 0 1.2em; }
            """;

    private TimelinePage() {}

    static String of(String cluster, RunTimeline timeline) {
        String runs = timeline.runs().stream().map(TimelinePage::run).collect(Collectors.joining());
        return """
                <!doctype html>
                <html lang="en">
                <head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
                <title>%1$s</title>
                <style>
                %2$s</style></head>
                <body>
                <h1>%1$s</h1>
                <p class="key"><span style="background:#2f8f5b"></span>running<span style="background:#d9a441"></span>waiting\
                <span class="badly"></span>failed<span class="untold"></span>interrupted</p>
                %3$s</body>
                </html>
                """.formatted(safe(cluster), STYLE, runs);
    }

    private static String run(Run run) {
        String steps = run.steps().stream().map(step -> step(run, step)).collect(Collectors.joining());
        return """
                <section>
                <h2>%s started <time>%s</time>: %s, %s</h2>
                %s</section>
                """.formatted(
                        safe(run.work()),
                        run.began().truncatedTo(ChronoUnit.SECONDS),
                        TimelineText.seconds(run.took()),
                        safe(TimelineText.outcome(run)),
                        steps);
    }

    private static String step(Run run, Span step) {
        String waits = step.waits().stream()
                .map(wait -> lane(run, "wait", wait.reason(), wait.began(), wait.ended()))
                .collect(Collectors.joining());
        return """
                <div class="step"><span>%s%s</span><div class="lane">%s%s</div><span class="took">%s</span>%s</div>
                """.formatted(
                        safe(step.title()),
                        step.detail().isEmpty() ? "" : "<small>%s</small>".formatted(safe(step.detail())),
                        lane(run, "bar " + end(step), step.detail(), step.began(), step.ended()),
                        waits,
                        TimelineText.seconds(step.took()),
                        details(step));
    }

    private static String end(Span step) {
        return step.end().name().toLowerCase(Locale.ROOT);
    }

    private static String lane(Run run, String kind, String title, Instant from, Instant to) {
        return "<div class=\"%s\" style=\"left:%.2f%%;width:%.2f%%\" title=\"%s\"></div>"
                .formatted(kind, share(run, run.began(), from), share(run, from, to), safe(title));
    }

    private static double share(Run run, Instant from, Instant to) {
        return 100.0
                * Duration.between(from, to).toMillis()
                / Math.max(1, run.took().toMillis());
    }

    private static String details(Span step) {
        if (step.waits().isEmpty()) {
            return "";
        }
        String waits = step.waits().stream().map(TimelinePage::wait).collect(Collectors.joining());
        return "<details><summary>waits</summary><ul>%s</ul></details>".formatted(waits);
    }

    private static String wait(Wait wait) {
        return "<li>%s <small>%s</small></li>".formatted(safe(wait.reason()), TimelineText.seconds(wait.took()));
    }

    private static String safe(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
