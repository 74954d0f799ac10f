package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.plan.MachineCountText;
import dev.butlerlabs.core.bootstrap.run.BootstrapResult;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import java.io.PrintStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Supplier;

/** Formats the result of a run and the next commands. */
final class ResultText {
    private ResultText() {}

    /**
     * Prints the result and, for people, the duration of each step.
     *
     * @param columns the width of the terminal; empty if the output is not a terminal
     */
    static void print(OutputPrinter printer, BootstrapReport report, OptionalInt columns) {
        BootstrapResult result = report.result();
        print(printer, result, report.took(), List.of("butleradm destroy " + result.cluster()));
        if (isForPeople(printer)) {
            printer.out().println();
            report.timeline().ifPresent(run -> TimelineText.run(printer, run, columns));
        }
    }

    static boolean isForPeople(OutputPrinter printer) {
        return printer.format() == OutputFormat.TABLE || printer.format() == OutputFormat.WIDE;
    }

    /** Prints commands for the rehearsal only: {@code destroy} would act on a real cluster of the same name. */
    static void printRehearsal(OutputPrinter printer, BootstrapResult result) {
        print(
                printer,
                result,
                result.took(),
                List.of(
                        "butlerctl cluster list --kubeconfig " + result.kubeconfig(),
                        "butleradm timeline %s --rehearsal".formatted(result.cluster()),
                        "Press Ctrl-C to stop the rehearsal."));
    }

    /** Prints the result of a rehearsal whose console is served; documents contain its address and a link. */
    static void printRehearsal(OutputPrinter printer, BootstrapResult result, Supplier<Map<String, Object>> console) {
        switch (printer.format()) {
            case TABLE, WIDE, NAME -> printRehearsal(printer, result);
            case JSON, YAML, TEMPLATE -> {
                Map<String, Object> document = document(result, result.took());
                document.put("console", console.get());
                printer.document(document);
            }
        }
    }

    private static void print(OutputPrinter printer, BootstrapResult result, Duration took, List<String> next) {
        switch (printer.format()) {
            case TABLE, WIDE -> text(printer.text(), result, took, next);
            case NAME -> printer.out().println(result.cluster());
            case JSON, YAML, TEMPLATE -> printer.document(document(result, took));
        }
    }

    private static void text(PrintStream out, BootstrapResult result, Duration took, List<String> next) {
        out.println("Cluster %s is ready: %s in %.1f s."
                .formatted(result.cluster(), MachineCountText.of(result.machines()), took.toMillis() / 1000.0));
        out.println();
        out.println("endpoint     " + result.endpoint());
        out.println("kubeconfig   " + result.kubeconfig());
        out.println("talosconfig  " + result.talosconfig());
        out.println();
        out.println("Next:  kubectl --kubeconfig %s get nodes".formatted(result.kubeconfig()));
        next.forEach(line -> out.println("       " + line));
    }

    private static Map<String, Object> document(BootstrapResult result, Duration took) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("cluster", result.cluster());
        document.put("endpoint", result.endpoint());
        document.put("machines", result.machines());
        document.put("kubeconfig", result.kubeconfig().toString());
        document.put("talosconfig", result.talosconfig().toString());
        document.put("seconds", took.toMillis() / 1000.0);
        return document;
    }
}
