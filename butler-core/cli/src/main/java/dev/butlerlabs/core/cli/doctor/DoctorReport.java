package dev.butlerlabs.core.cli.doctor;

import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.cli.output.TerminalColors;
import dev.butlerlabs.core.error.ErrorKind;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All findings.
 *
 * @param findings in a fixed order
 */
public record DoctorReport(List<DoctorResult> findings) {
    public DoctorReport {
        findings = List.copyOf(findings);
    }

    /** Returns 0, or the exit code for problems; warnings do not count. */
    public int exitCode() {
        return count(DoctorResult.State.PROBLEM) == 0 ? 0 : ErrorKind.DEGRADED.exitCode();
    }

    /** Prints the findings in the selected format. */
    public void print(OutputPrinter printer) {
        switch (printer.format()) {
            case TABLE, WIDE -> text(printer.text(), printer.ink());
            case NAME ->
                findings.stream()
                        .filter(finding -> finding.state() != DoctorResult.State.OK)
                        .forEach(finding -> printer.out().println(finding.state() + "/" + finding.check()));
            case JSON, YAML, TEMPLATE -> printer.document(document());
        }
    }

    private void text(PrintStream out, TerminalColors ink) {
        int width = findings.stream()
                .mapToInt(finding -> finding.check().length())
                .max()
                .orElse(0);
        for (DoctorResult finding : findings) {
            out.println("%s  %s  %s"
                    .formatted(marked(finding.state(), ink), padded(finding.check(), width), finding.message()));
            if (!finding.fix().isEmpty()) {
                out.println(" ".repeat(7 + 2 + width + 2) + "fix: " + finding.fix());
            }
        }
        out.println();
        out.println("%d problems, %d warnings, %d ok"
                .formatted(
                        count(DoctorResult.State.PROBLEM),
                        count(DoctorResult.State.WARNING),
                        count(DoctorResult.State.OK)));
    }

    private static String marked(DoctorResult.State state, TerminalColors ink) {
        String word = padded(state.toString(), 7);
        return switch (state) {
            case OK -> ink.green(word);
            case WARNING -> ink.yellow(word);
            case PROBLEM -> ink.red(word);
        };
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    private long count(DoctorResult.State state) {
        return findings.stream().filter(finding -> finding.state() == state).count();
    }

    private Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("problems", count(DoctorResult.State.PROBLEM));
        document.put("warnings", count(DoctorResult.State.WARNING));
        document.put("findings", findings.stream().map(DoctorResult::document).toList());
        return document;
    }
}
