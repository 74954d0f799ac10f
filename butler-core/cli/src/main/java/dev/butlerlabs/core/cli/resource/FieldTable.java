package dev.butlerlabs.core.cli.resource;

import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.kube.fields.FieldPaths;
import dev.butlerlabs.core.kube.fields.FieldValues;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Function;

/**
 * A table that is computed from some fields of the objects, so that a list reads only these. It has the same text as the table of the completely decoded
 * objects.
 *
 * @param fields the fields that a row needs
 * @param row computes a row
 * @param namespace the namespace of a row
 * @param table the table at a point in time
 */
public record FieldTable<R>(
        FieldPaths fields,
        Function<FieldValues, R> row,
        Function<R, String> namespace,
        Function<Instant, TableLayout<R>> table) {
    public FieldTable {
        Objects.requireNonNull(fields, "fields");
        Objects.requireNonNull(row, "row");
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(table, "table");
    }
}
