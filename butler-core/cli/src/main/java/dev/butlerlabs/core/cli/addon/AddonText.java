package dev.butlerlabs.core.cli.addon;

import dev.butlerlabs.core.addon.change.AddonSummary;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.helm.ReleaseName;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.Map;

/** Prints one addon for people. */
public final class AddonText {
    private static final int LABEL = 12;
    private static final TableLayout<Condition> CONDITIONS = new TableLayout<>(
            List.of(
                    Column.of("type", Condition::getType),
                    Column.of("status", Condition::getStatus),
                    Column.of("reason", condition -> orDash(condition.getReason())),
                    Column.of("message", condition -> orDash(condition.getMessage()))),
            row -> "",
            row -> Map.of(),
            (_, _) -> 0,
            Map.of());

    private final OutputPrinter printer;

    public AddonText(OutputPrinter printer) {
        this.printer = printer.forTables();
    }

    /**
     * Prints an addon.
     *
     * @param conditions empty for an addon that the bootstrap manages, which has no custom resource
     */
    public void show(AddonSummary facts, List<Condition> conditions) {
        fact("Name", facts.name());
        fact("Addon", facts.addon());
        fact("Version", AddonTable.version(facts));
        fact("Phase", facts.phase());
        fact("By", facts.keeper().word());
        facts.release().map(ReleaseName::toString).ifPresent(release -> fact("Release", release));
        if (!facts.message().isEmpty()) {
            fact("Message", facts.message());
        }
        if (!conditions.isEmpty()) {
            printer.text().println();
            printer.text().println("Conditions:");
            printer.list(CONDITIONS, conditions);
        }
    }

    private void fact(String label, String value) {
        printer.text().println((label + ":" + " ".repeat(LABEL)).substring(0, LABEL) + value);
    }

    private static String orDash(String text) {
        return text == null || text.isEmpty() ? "-" : text;
    }
}
