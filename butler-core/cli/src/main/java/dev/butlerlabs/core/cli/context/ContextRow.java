package dev.butlerlabs.core.cli.context;

import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.kube.KnownContext;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A line of the list of contexts.
 *
 * @param isCurrent whether commands use it
 */
record ContextRow(KnownContext context, boolean isCurrent) {
    static final TableLayout<ContextRow> LAYOUT = new TableLayout<>(
            List.of(
                    Column.of("current", row -> row.isCurrent() ? "*" : ""),
                    Column.of("name", row -> row.context().name()),
                    Column.of("origin", row -> row.context().origin().toString()),
                    Column.of("server", row -> row.context().server().orElse("-")),
                    Column.wide("context", row -> row.context().context().orElse("-")),
                    Column.wide(
                            "kubeconfig",
                            row -> String.join(
                                    ", ", CurrentContext.paths(row.context().files())))),
            row -> row.context().qualifiedName(),
            ContextRow::document,
            Comparator.comparing(row -> row.context().qualifiedName()),
            Map.of());

    private Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", context.name());
        document.put("origin", context.origin().toString());
        document.put("current", isCurrent);
        context.server().ifPresent(server -> document.put("server", server));
        context.context().ifPresent(name -> document.put("context", name));
        document.put("kubeconfig", CurrentContext.paths(context.files()));
        return document;
    }
}
