package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.BootstrapResult;
import dev.butlerlabs.core.bootstrap.MachineCount;
import dev.butlerlabs.core.cli.output.Printer;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a run ended with, and what to type next. */
final class ResultText {
    private ResultText() {}

    static void print(Printer printer, BootstrapResult result) {
        switch (printer.format()) {
            case TABLE, WIDE -> text(printer.out(), result);
            case NAME -> printer.out().println(result.cluster());
            case JSON, YAML -> printer.document(document(result));
        }
    }

    private static void text(PrintStream out, BootstrapResult result) {
        out.println("Cluster %s is ready: %s in %.1f s."
                .formatted(
                        result.cluster(),
                        MachineCount.of(result.machines()),
                        result.took().toMillis() / 1000.0));
        out.println();
        out.println("endpoint     " + result.endpoint());
        out.println("kubeconfig   " + result.kubeconfig());
        out.println("talosconfig  " + result.talosconfig());
        out.println();
        out.println("Next:  kubectl --kubeconfig %s get nodes".formatted(result.kubeconfig()));
        out.println("       butleradm destroy %s".formatted(result.cluster()));
    }

    private static Map<String, Object> document(BootstrapResult result) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("cluster", result.cluster());
        document.put("endpoint", result.endpoint());
        document.put("machines", result.machines());
        document.put("kubeconfig", result.kubeconfig().toString());
        document.put("talosconfig", result.talosconfig().toString());
        document.put("seconds", result.took().toMillis() / 1000.0);
        return document;
    }
}
