package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.BootstrapResult;
import dev.butlerlabs.core.bootstrap.MachineCount;
import dev.butlerlabs.core.bootstrap.Receipt;
import dev.butlerlabs.core.cli.output.Printer;
import dev.butlerlabs.core.progress.CountText;
import java.util.LinkedHashMap;
import java.util.Map;

/** Formats the result of a rehearsal. */
final class RehearsalText {
    private RehearsalText() {}

    static void print(Printer printer, BootstrapResult result, Receipt receipt) {
        switch (printer.format()) {
            case TABLE, WIDE ->
                printer.out()
                        .println("Rehearsed %s: ready with %s in %.1f s; %s deleted, %d remaining."
                                .formatted(
                                        result.cluster(),
                                        MachineCount.of(result.machines()),
                                        result.took().toMillis() / 1000.0,
                                        CountText.of(receipt.removed().size(), "resource"),
                                        receipt.after().size()));
            case NAME -> printer.out().println(result.cluster());
            case JSON, YAML -> printer.document(document(result, receipt));
        }
    }

    private static Map<String, Object> document(BootstrapResult result, Receipt receipt) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("cluster", result.cluster());
        document.put("machines", result.machines());
        document.put("seconds", result.took().toMillis() / 1000.0);
        document.put("removed", receipt.removed().size());
        document.put("left", receipt.after().size());
        return document;
    }
}
