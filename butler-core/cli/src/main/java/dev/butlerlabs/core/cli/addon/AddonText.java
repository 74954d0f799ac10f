package dev.butlerlabs.core.cli.addon;

import dev.butlerlabs.core.addon.change.AddonSummary;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.cli.output.ResourceTables;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.helm.ReleaseName;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;

/** Formats one addon as text, or as a document. */
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

    private final OutputPrinter asked;
    private final OutputPrinter printer;

    public AddonText(OutputPrinter asked) {
        this.asked = asked;
        this.printer = new OutputPrinter(asked.out(), OutputFormat.TABLE, true, asked.ink());
    }

    /** Shows an addon that has a custom resource. */
    public <T extends HasMetadata> void show(T addon, AddonSummary facts, List<Condition> conditions) {
        if (isForPeople()) {
            tell(facts, conditions);
        } else {
            asked.one(
                    ResourceTables.listing(
                            List.of(Column.of("name", one -> one.getMetadata().getName()))),
                    addon);
        }
    }

    /** Shows an addon that the bootstrap manages, of which less is known. */
    public void show(AddonSummary part) {
        if (isForPeople()) {
            tell(part, List.of());
        } else {
            asked.one(AddonTable.by(AddonSummary::name), part);
        }
    }

    private boolean isForPeople() {
        return asked.format() == OutputFormat.TABLE || asked.format() == OutputFormat.WIDE;
    }

    private void tell(AddonSummary facts, List<Condition> conditions) {
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
