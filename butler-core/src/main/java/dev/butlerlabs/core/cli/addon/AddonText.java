package dev.butlerlabs.core.cli.addon;

import dev.butlerlabs.core.addon.ReleaseName;
import dev.butlerlabs.core.addon.change.AddonFacts;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.Listing;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.Printer;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.Map;

/** One addon told to people, in lines. */
public final class AddonText {
    private static final int LABEL = 12;
    private static final Listing<Condition> CONDITIONS = new Listing<>(
            List.of(
                    Column.of("type", Condition::getType),
                    Column.of("status", Condition::getStatus),
                    Column.of("reason", condition -> orDash(condition.getReason())),
                    Column.of("message", condition -> orDash(condition.getMessage()))),
            row -> "",
            row -> Map.of(),
            (_, _) -> 0,
            Map.of());

    private final Printer printer;

    public AddonText(Printer printer) {
        this.printer = new Printer(printer.out(), OutputFormat.TABLE, true, printer.ink());
    }

    public void show(AddonFacts facts, List<Condition> conditions) {
        fact("Name", facts.name());
        fact("Addon", facts.addon());
        fact("Version", AddonListing.version(facts));
        fact("Phase", facts.phase());
        fact("By", facts.keeper().word());
        facts.release().map(ReleaseName::toString).ifPresent(release -> fact("Release", release));
        if (!facts.message().isEmpty()) {
            fact("Message", facts.message());
        }
        if (!conditions.isEmpty()) {
            printer.out().println();
            printer.out().println("Conditions:");
            printer.list(CONDITIONS, conditions);
        }
    }

    private void fact(String label, String value) {
        printer.out().println((label + ":" + " ".repeat(LABEL)).substring(0, LABEL) + value);
    }

    private static String orDash(String text) {
        return text == null || text.isEmpty() ? "-" : text;
    }
}
