package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.cleanup.DeletionReceipt;
import dev.butlerlabs.core.bootstrap.plan.MachineCountText;
import dev.butlerlabs.core.bootstrap.run.BootstrapResult;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.progress.CountFormatter;
import java.util.LinkedHashMap;
import java.util.Map;

/** Formats the result of a rehearsal. */
final class RehearsalText {
    private RehearsalText() {}

    /** @param report of the whole run, from the start to the deletion */
    static void print(OutputPrinter printer, BootstrapReport report, DeletionReceipt receipt) {
        BootstrapResult result = report.result();
        switch (printer.format()) {
            case TABLE, WIDE ->
                printer.text()
                        .println("Rehearsed %s: ready with %s in %.1f s; %s deleted, %d remaining; %.1f s in all."
                                .formatted(
                                        result.cluster(),
                                        MachineCountText.of(result.machines()),
                                        result.took().toMillis() / 1000.0,
                                        CountFormatter.of(receipt.removed().size(), "resource"),
                                        receipt.after().size(),
                                        report.took().toMillis() / 1000.0));
            case NAME -> printer.out().println(result.cluster());
            case JSON, YAML, TEMPLATE -> printer.document(document(report, receipt));
        }
    }

    private static Map<String, Object> document(BootstrapReport report, DeletionReceipt receipt) {
        BootstrapResult result = report.result();
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("cluster", result.cluster());
        document.put("machines", result.machines());
        document.put("seconds", result.took().toMillis() / 1000.0);
        document.put("totalSeconds", report.took().toMillis() / 1000.0);
        document.put("removed", receipt.removed().size());
        document.put("left", receipt.after().size());
        return document;
    }
}
