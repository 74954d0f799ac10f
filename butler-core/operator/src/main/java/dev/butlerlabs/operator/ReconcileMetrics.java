package dev.butlerlabs.operator;

import dev.butlerlabs.core.backup.schedule.BackupMetrics;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.javaoperatorsdk.operator.monitoring.micrometer.MicrometerMetricsV2;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;

/**
 * Registers the metrics of the controllers and renders them in the Prometheus text format. Tags name reconcilers and resource types, not
 * single objects, so that the number of time series does not grow with the cluster; only the few BackupSchedules are named. Thread-safe.
 */
final class ReconcileMetrics {
    private static final double NANOS_PER_SECOND = 1e9;

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final AtomicInteger leading = new AtomicInteger();
    private final MultiGauge undecodableObjects = MultiGauge.builder("butler.undecodable.objects")
            .description("Objects that are not reconciled because a field cannot be decoded.")
            .register(registry);

    private final ScheduledBackupMetrics backups = new ScheduledBackupMetrics(registry, InstantSource.system());

    ReconcileMetrics() {
        registry.config().meterFilter(new SameTagsFilter());
        Gauge.builder("butler.leading", leading, AtomicInteger::get)
                .description("Whether this process is the active leader.")
                .register(registry);
        Gauge.builder("butler.memory", Runtime.getRuntime(), runtime -> runtime.totalMemory() - runtime.freeMemory())
                .description("Java heap in use.")
                .baseUnit(BaseUnits.BYTES)
                .register(registry);
    }

    /** Counts a reconciliation. */
    void ran(String reconciler, ReconcileOutcome.Stage stage, Duration took) {
        Counter.builder("butler.reconciles")
                .description("Reconciliations by reconciler and resulting stage.")
                .tag("reconciler", reconciler)
                .tag("stage", stage.name().toLowerCase(Locale.ROOT))
                .register(registry)
                .increment();
        Counter.builder("butler.reconcile.seconds")
                .description("Time spent in reconciliations by reconciler.")
                .tag("reconciler", reconciler)
                .register(registry)
                .increment(took.toNanos() / NANOS_PER_SECOND);
    }

    /** Measures how many shards this process holds. */
    void measureShards(IntSupplier held) {
        Gauge.builder("butler.shards.held", held, IntSupplier::getAsInt)
                .description("Shards of namespaces that this process reconciles.")
                // Nothing else refers to the supplier.
                .strongReference(true)
                .register(registry);
    }

    /** Returns a receiver for the measurements of scheduled backups. */
    BackupMetrics backups() {
        return backups;
    }

    /**
     * Returns a receiver for the measurements of the Java Operator SDK during one start of some reconcilers. Counters and timers continue;
     * gauges of an earlier start are removed, since the SDK does not update them any more.
     */
    Metrics forNextStart(Collection<? extends ReconcilerDefinition<?, ?, ?>> reconcilers) {
        Set<String> names = reconcilers.stream().map(ReconcilerDefinition::name).collect(Collectors.toSet());
        registry.getMeters().stream()
                .map(Meter::getId)
                .filter(id -> id.getType() == Meter.Type.GAUGE
                        && Optional.ofNullable(id.getTag("controller.name"))
                                .filter(names::contains)
                                .isPresent())
                .forEach(registry::remove);
        return new OperatorMetrics(MicrometerMetricsV2.newBuilder(registry).build());
    }

    /**
     * Renders the metrics.
     *
     * @param leader whether this process is the active leader
     * @param undecodable the number of objects that cannot be decoded, by resource
     */
    synchronized String text(boolean leader, SortedMap<String, Long> undecodable) {
        leading.set(leader ? 1 : 0);
        undecodableObjects.register(
                undecodable.entrySet().stream()
                        .map(entry -> MultiGauge.Row.of(Tags.of("resource", entry.getKey()), entry.getValue()))
                        .toList(),
                true);
        backups.refresh();
        return registry.scrape();
    }

    /** Gives all events an action: the SDK sets it on some only, but Prometheus requires the same tags on all meters of a name. */
    private static final class SameTagsFilter implements MeterFilter {
        @Override
        public Meter.Id map(Meter.Id id) {
            return id.getName().equals("events.received") && id.getTag("action") == null
                    ? id.withTag(Tag.of("action", "NONE"))
                    : id;
        }
    }
}
