package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.cleanup.DeletionReceipt;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.provider.OwnedResource;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Formats the receipt of a deletion. */
final class ReceiptText {
    private ReceiptText() {}

    static void print(OutputPrinter printer, DeletionReceipt receipt) {
        switch (printer.format()) {
            case TABLE, WIDE -> text(printer.text(), receipt);
            case NAME -> receipt.removed().forEach(one -> printer.out().println(one.providerId()));
            case JSON, YAML, TEMPLATE -> printer.document(document(receipt));
        }
    }

    private static void text(PrintStream out, DeletionReceipt receipt) {
        out.println("Resources of owner " + receipt.owner());
        out.println();
        receipt.before()
                .forEach(one -> out.println((receipt.after().contains(one) ? "  remaining  " : "  deleted    ") + one));
        out.println();
        out.println("before        " + receipt.before().size());
        out.println("deleted       " + receipt.removed().size());
        out.println("remaining     " + receipt.after().size());
        out.println("other owners  %d before, %d after"
                .formatted(
                        receipt.others().before().size(),
                        receipt.others().after().size()));
    }

    private static Map<String, Object> document(DeletionReceipt receipt) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("owner", receipt.owner().uid());
        document.put("ownedBefore", documents(receipt.before()));
        document.put("removed", documents(receipt.removed()));
        document.put("ownedAfter", documents(receipt.after()));
        document.put("othersBefore", receipt.others().before().size());
        document.put("othersAfter", receipt.others().after().size());
        return document;
    }

    private static List<Map<String, Object>> documents(List<OwnedResource> resources) {
        return resources.stream()
                .map(one -> {
                    Map<String, Object> document = new LinkedHashMap<>();
                    document.put("type", one.type());
                    document.put("name", one.name());
                    document.put("providerID", one.providerId());
                    return document;
                })
                .toList();
    }
}
