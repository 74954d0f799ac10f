package dev.butlerlabs.core.cli.identity;

import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.cli.output.TableLayout;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Prints one object for people: labelled values, then tables with titles. */
public final class FactPrinter {
    private static final int LABEL = 18;

    private final OutputPrinter printer;

    public FactPrinter(OutputPrinter printer) {
        this.printer = printer.forTables();
    }

    /** Prints a value with its label; nothing if it is absent or blank. */
    public void fact(String label, Optional<?> value) {
        value.map(Object::toString)
                .filter(text -> !text.isBlank())
                .ifPresent(text ->
                        printer.text().println((label + ":" + " ".repeat(LABEL)).substring(0, LABEL) + text));
    }

    public void fact(String label, Object value) {
        fact(label, Optional.ofNullable(value));
    }

    /** Prints a table; nothing if it has no rows. */
    public <T> void table(String title, List<T> rows, List<Column<T>> columns) {
        if (!rows.isEmpty()) {
            printer.text().println();
            printer.text().println(title + ":");
            printer.list(new TableLayout<>(columns, _ -> "", _ -> Map.of(), (_, _) -> 0, Map.of()), rows);
        }
    }

    public void conditions(List<Condition> conditions) {
        table(
                "Conditions",
                conditions,
                List.of(
                        Column.of("type", Condition::getType),
                        Column.of("status", Condition::getStatus),
                        Column.of("reason", condition -> orDash(condition.getReason())),
                        Column.of("message", condition -> orDash(condition.getMessage()))));
    }

    static String orDash(String text) {
        return text == null || text.isBlank() ? "-" : text;
    }
}
