package dev.butlerlabs.adm.status;

import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.cli.output.TerminalColors;
import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.status.ClusterHealth;
import dev.butlerlabs.core.status.ClusterStatus;
import dev.butlerlabs.core.status.ProblemSeverity;
import dev.butlerlabs.core.status.StatusProblem;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Formats a status for people: the problems first, then all sections. */
final class StatusText {
    private static final String INDENT = "  ";
    private static final int SEVERITY_WIDTH = 10;

    private final TerminalColors ink;
    private final OptionalInt columns;

    /** @param columns the width that tables have to fit; empty without a terminal */
    StatusText(TerminalColors ink, OptionalInt columns) {
        this.ink = ink;
        this.columns = columns.isPresent() ? OptionalInt.of(columns.getAsInt() - INDENT.length()) : columns;
    }

    /** Returns the status as lines. */
    String of(String name, ClusterStatus status) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(text, false, StandardCharsets.UTF_8)) {
            out.println(headline(name, status));
            problems(status.problems(), out);
            StatusSection.of(status).forEach(section -> print(section, out));
        }
        return text.toString(StandardCharsets.UTF_8);
    }

    static String summary(ClusterStatus status) {
        int count = status.problems().size();
        return status.health() + (count == 0 ? "" : ", " + CountFormatter.of(count, "problem"));
    }

    private String headline(String name, ClusterStatus status) {
        String text = "Cluster %s is %s".formatted(name, summary(status));
        return (status.health() == ClusterHealth.HEALTHY ? ink.green(text) : ink.red(text))
                + ink.grey(" (%s)".formatted(status.observation().server()));
    }

    private void problems(List<StatusProblem> problems, PrintStream out) {
        if (!problems.isEmpty()) {
            out.println();
        }
        for (StatusProblem problem : problems) {
            String severity = problem.severity().toString();
            out.println(coloured(problem.severity(), severity)
                    + " ".repeat(SEVERITY_WIDTH - severity.length())
                    + oneLine("%s: %s".formatted(problem.subject(), problem.message())));
            out.println(" ".repeat(SEVERITY_WIDTH) + ink.grey("run: ") + oneLine(problem.command()));
        }
    }

    private String coloured(ProblemSeverity severity, String word) {
        return switch (severity) {
            case CRITICAL -> ink.red(word);
            case WARNING, UNKNOWN -> ink.yellow(word);
            case NOTICE -> word;
        };
    }

    private void print(StatusSection section, PrintStream out) {
        out.println();
        out.println(ink.bold(section.title()));
        if (!section.absence().isEmpty()) {
            out.println(INDENT + oneLine(section.absence()));
        }
        ByteArrayOutputStream table = new ByteArrayOutputStream();
        try (PrintStream rows = new PrintStream(table, false, StandardCharsets.UTF_8)) {
            new OutputPrinter(rows, OutputFormat.TABLE, Optional.empty(), true, TerminalColors.PLAIN, rows, columns)
                    .list(layout(section), section.rows());
        }
        table.toString(StandardCharsets.UTF_8).lines().forEach(line -> out.println(INDENT + line));
    }

    private static TableLayout<List<String>> layout(StatusSection section) {
        List<Column<List<String>>> columns = new ArrayList<>();
        IntStream.range(0, section.header().size())
                .forEach(index -> columns.add(Column.of(section.header().get(index), row -> row.get(index))));
        return new TableLayout<>(columns, List::getFirst, _ -> Map.of(), Comparator.comparing(_ -> 0), Map.of());
    }

    /** Removes control characters of stored texts, so that they cannot affect the terminal. */
    static String oneLine(String text) {
        return text.codePoints()
                .map(point -> Character.isISOControl(point) || point == '\u2028' || point == '\u2029' ? ' ' : point)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
