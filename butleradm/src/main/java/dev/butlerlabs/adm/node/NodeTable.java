package dev.butlerlabs.adm.node;

import dev.butlerlabs.core.cli.output.AgeFormatter;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.node.NodeRow;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Table layout of nodes: control planes first. */
final class NodeTable {
    private NodeTable() {}

    static TableLayout<NodeRow> at(Instant now) {
        return new TableLayout<>(
                List.of(
                        Column.of("name", NodeRow::name),
                        Column.of("role", row -> row.role().word()),
                        Column.of("status", NodeRow::status),
                        Column.of("etcd", row -> text(row.etcd())),
                        Column.of("talos", row -> text(row.talos())),
                        Column.of("kubernetes", row -> text(row.kubernetes())),
                        Column.of("address", row -> text(row.address())),
                        Column.of("age", row -> AgeFormatter.between(row.created(), now)),
                        Column.wide("machine id", row -> text(row.machineId()))),
                NodeRow::name,
                NodeTable::document,
                Comparator.comparing(NodeRow::role).thenComparing(NodeRow::name),
                Map.of());
    }

    private static String text(Optional<String> value) {
        return value.orElse("-");
    }

    private static Map<String, Object> document(NodeRow row) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", row.name());
        document.put("role", row.role().word());
        document.put("status", row.status());
        row.etcd().ifPresent(value -> document.put("etcd", value));
        row.talos().ifPresent(value -> document.put("talos", value));
        row.kubernetes().ifPresent(value -> document.put("kubernetes", value));
        row.address().ifPresent(value -> document.put("address", value));
        row.machineId().ifPresent(value -> document.put("machineID", value));
        row.created().ifPresent(value -> document.put("created", value.toString()));
        return document;
    }
}
