package dev.butlerlabs.adm.controllers;

import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts reconciliations and renders them in the Prometheus text format. */
final class ReconcileMetrics {
    private static final double NANOS = 1e9;

    private final Map<String, Map<ReconcileOutcome.Stage, LongAdder>> runs = new ConcurrentSkipListMap<>();
    private final Map<String, LongAdder> nanos = new ConcurrentSkipListMap<>();

    void ran(String reconciler, ReconcileOutcome.Stage stage, Duration took) {
        runs.computeIfAbsent(reconciler, name -> new ConcurrentSkipListMap<>())
                .computeIfAbsent(stage, name -> new LongAdder())
                .increment();
        nanos.computeIfAbsent(reconciler, name -> new LongAdder()).add(took.toNanos());
    }

    /**
     * Renders the metrics.
     *
     * @param undecodable the number of objects that cannot be decoded, by resource
     */
    String text(boolean leading, SortedMap<String, Long> undecodable) {
        StringBuilder text = new StringBuilder();
        heading(text, "butler_leading", "gauge", "Whether this process is the active leader.");
        text.append("butler_leading ").append(leading ? 1 : 0).append('\n');
        heading(text, "butler_reconciles_total", "counter", "Reconciliations by reconciler and resulting stage.");
        runs.forEach((name, stages) -> stages.forEach((stage, count) ->
                text.append("butler_reconciles_total{reconciler=\"%s\",stage=\"%s\"} %d\n"
                        .formatted(name, stage.name().toLowerCase(Locale.ROOT), count.sum()))));
        heading(text, "butler_reconcile_seconds_total", "counter", "Time spent in reconciliations by reconciler.");
        nanos.forEach((name, sum) -> text.append(String.format(
                Locale.ROOT, "butler_reconcile_seconds_total{reconciler=\"%s\"} %.6f\n", name, sum.sum() / NANOS)));
        heading(
                text,
                "butler_undecodable_objects",
                "gauge",
                "Objects that are not reconciled because a field cannot be decoded.");
        undecodable.forEach((resource, count) ->
                text.append("butler_undecodable_objects{resource=\"%s\"} %d\n".formatted(resource, count)));
        Runtime runtime = Runtime.getRuntime();
        heading(text, "butler_memory_bytes", "gauge", "Java heap in use.");
        text.append("butler_memory_bytes ")
                .append(runtime.totalMemory() - runtime.freeMemory())
                .append('\n');
        return text.toString();
    }

    private static void heading(StringBuilder text, String name, String type, String help) {
        text.append("# HELP %s %s\n# TYPE %s %s\n".formatted(name, help, name, type));
    }
}
