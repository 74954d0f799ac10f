package dev.butlerlabs.core.cli.identity;

import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.identity.change.TeamQuotaReport;
import dev.butlerlabs.core.identity.change.TeamQuotaReport.Row;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Formats the limits of a team and their usage. Pure functions. */
public final class QuotaText {
    private static final int BAR = 20;
    private static final int FULL = 100;

    private QuotaText() {}

    /**
     * Returns the columns of a table.
     *
     * @param bars whether the usage is drawn as well
     */
    public static List<Column<Row>> columns(boolean bars) {
        List<Column<Row>> columns = new ArrayList<>(List.of(
                Column.of("resource", Row::resource),
                Column.of("used", row -> row.used().map(Quantity::toString).orElse("-")),
                Column.of("limit", row -> row.limit().map(Quantity::toString).orElse("unlimited")),
                Column.of(
                        "usage",
                        row -> row.percent().map(percent -> percent + "%").orElse("-"))));
        if (bars) {
            columns.add(Column.of("", QuotaText::bar));
        }
        return columns;
    }

    private static String bar(Row row) {
        return row.percent()
                .map(percent -> Math.min(BAR, (percent * BAR + FULL - 1) / FULL))
                .map(filled -> "[" + "#".repeat(filled) + ".".repeat(BAR - filled) + "]")
                .orElse("");
    }

    /** Returns a tree for machine formats. */
    public static Map<String, Object> document(String team, String namespace, List<Row> rows) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("team", team);
        document.put("namespace", namespace);
        document.put("resources", rows.stream().map(QuotaText::document).toList());
        return document;
    }

    private static Map<String, Object> document(TeamQuotaReport.Row row) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("resource", row.resource());
        row.used().ifPresent(used -> document.put("used", used.toString()));
        row.limit().ifPresent(limit -> document.put("limit", limit.toString()));
        row.percent().ifPresent(percent -> document.put("percent", percent));
        return document;
    }
}
