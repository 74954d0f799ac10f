package dev.butlerlabs.adm.status;

import dev.butlerlabs.core.status.ClusterStatus;
import dev.butlerlabs.core.status.StatusProblem;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Collectors;

/** Renders a status as a self-contained web page without scripts. */
final class StatusPage {
    private static final String STYLE = """
            :root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 15%, transparent); }
            body { font: 15px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
            h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
            table { border-collapse: collapse; width: 100%; }
            th, td { text-align: left; padding: .3rem .8rem .3rem 0; border-top: 1px solid var(--line); vertical-align: top; }
            .healthy { color: #2f8f5b; } .critical, .unreachable { color: #c8443c; } .warning, .degraded, .unknown { color: #b07a1e; }
            code { font-size: .9em; overflow-wrap: anywhere; } small { opacity: .7; }
            """;

    private StatusPage() {}

    static String of(String name, ClusterStatus status) {
        String problems = status.problems().stream().map(StatusPage::problem).collect(Collectors.joining());
        String sections =
                StatusSection.of(status).stream().map(StatusPage::section).collect(Collectors.joining());
        return """
                <!doctype html>
                <html lang="en">
                <head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
                <title>%1$s</title>
                <style>
                %2$s</style></head>
                <body>
                <h1>%1$s: <span class="%3$s">%4$s</span></h1>
                <p><small>%5$s, <time>%6$s</time></small></p>
                %7$s%8$s</body>
                </html>
                """.formatted(
                        safe(name),
                        STYLE,
                        status.health(),
                        safe(StatusText.summary(status)),
                        safe(status.observation().server()),
                        status.observation().at().truncatedTo(ChronoUnit.SECONDS),
                        problems.isEmpty() ? "" : "<h2>Problems</h2>\n<table>\n%s</table>\n".formatted(problems),
                        sections);
    }

    private static String problem(StatusProblem problem) {
        return "<tr><td class=\"%1$s\">%1$s</td><td>%2$s</td><td>%3$s<br><code>%4$s</code></td></tr>\n"
                .formatted(
                        problem.severity(), safe(problem.subject()), safe(problem.message()), safe(problem.command()));
    }

    private static String section(StatusSection section) {
        String absence = section.absence().isEmpty() ? "" : "<p>%s</p>\n".formatted(safe(section.absence()));
        String rows = section.rows().stream().map(row -> row("td", row)).collect(Collectors.joining());
        String table = rows.isEmpty() ? "" : "<table>\n%s%s</table>\n".formatted(row("th", section.header()), rows);
        return "<h2>%s</h2>\n%s%s".formatted(safe(section.title()), absence, table);
    }

    private static String row(String cell, List<String> texts) {
        return texts.stream()
                .map(text -> "<%1$s>%2$s</%1$s>".formatted(cell, safe(text)))
                .collect(Collectors.joining("", "<tr>", "</tr>\n"));
    }

    private static String safe(String text) {
        return StatusText.oneLine(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
