package dev.butlerlabs.adm.versions;

import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.version.ListedMinor;
import dev.butlerlabs.core.version.ReleaseVersion;
import dev.butlerlabs.core.version.TalosMinor;
import dev.butlerlabs.core.version.VersionList;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The version list as a table: newest first, then the addons. */
final class VersionTable {
    private VersionTable() {}

    /**
     * A row.
     *
     * @param product such as Talos, or the name of an addon
     * @param latest the newest known release
     * @param kubernetes the Kubernetes versions that it supports; empty if they are not known
     * @param until the last day with fixes; empty if it is not known
     * @param support default, supported, ended, unreleased, or empty if it is not known
     */
    record Row(String product, String version, String latest, String kubernetes, String until, String support) {}

    static TableLayout<Row> of(VersionList list) {
        return new TableLayout<>(
                List.of(
                        Column.of("product", Row::product),
                        Column.of("version", Row::version),
                        Column.of("latest", Row::latest),
                        Column.of("kubernetes", Row::kubernetes),
                        Column.of("supported until", Row::until),
                        Column.of("support", Row::support)),
                row -> row.product() + "/" + row.version(),
                VersionTable::document,
                Comparator.comparing(_ -> 0),
                Map.of(
                        "updated",
                        list.updated().toString(),
                        "defaultTalos",
                        list.defaultTalos().toString(),
                        "defaultKubernetes",
                        list.defaultKubernetes().toString()));
    }

    private static Map<String, Object> document(Row row) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("product", row.product());
        document.put("version", row.version());
        put(document, "latest", row.latest());
        put(document, "kubernetes", row.kubernetes());
        put(document, "supportedUntil", row.until());
        put(document, "support", row.support());
        return document;
    }

    private static void put(Map<String, Object> document, String key, String value) {
        if (!value.isEmpty()) {
            document.put(key, value);
        }
    }

    static List<Row> rows(VersionList list, LocalDate today) {
        List<Row> rows = new ArrayList<>();
        list.talos().reversed().forEach(one -> rows.add(row("Talos", one, range(one), list.defaultTalos(), today)));
        list.kubernetes()
                .reversed()
                .forEach(one -> rows.add(row("Kubernetes", one, "", list.defaultKubernetes(), today)));
        new TreeMap<>(list.addons()).forEach((name, version) -> rows.add(new Row(name, version, "", "", "", "")));
        return rows;
    }

    private static String range(TalosMinor talos) {
        return "%s-%s".formatted(talos.kubernetes().oldest(), talos.kubernetes().newest());
    }

    private static Row row(String product, ListedMinor one, String range, ReleaseVersion usual, LocalDate today) {
        return new Row(
                product,
                one.minor().toString(),
                one.latest().map(ReleaseVersion::toString).orElse(""),
                range,
                one.supportedUntil().map(LocalDate::toString).orElse(""),
                support(one, usual, today));
    }

    private static String support(ListedMinor one, ReleaseVersion usual, LocalDate today) {
        if (!one.isSupported(today)) {
            return "ended";
        }
        if (one.latest().isEmpty()) {
            return "unreleased";
        }
        return one.latest().get().equals(usual) ? "default" : "supported";
    }
}
