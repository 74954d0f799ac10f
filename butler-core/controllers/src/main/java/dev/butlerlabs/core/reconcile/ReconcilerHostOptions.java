package dev.butlerlabs.core.reconcile;

import dev.butlerlabs.core.kube.SharedInformers;
import dev.butlerlabs.core.retry.Backoff;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The settings of a host. Immutable.
 *
 * @param namespaces the watched namespaces; empty for all
 * @param selector the label selector of reconciled objects; empty for all
 * @param concurrency the maximum number of objects reconciled at the same time
 * @param retries the delays between retries of transient failures
 * @param failedRecheck the interval at which failed objects are reconciled without a change, since external state may have changed
 * @param shutdownGrace how long running steps may take when the host stops, before they are interrupted
 * @param startTimeout how long the initial list of objects may take
 * @param pendingWatches the interval at which is checked whether resource types that were not served at the start are served now
 * @param leaderElection if present, objects are reconciled only while the lease is held
 * @param startCondition checked by a process that has acquired the lease, until it allows to start
 * @param namespaceFilter selects the namespaces whose objects are reconciled, among those that are watched
 * @param informers called once for every start of the reconcilers; returns the informers that they share
 * @param clock the time of conditions and events
 * @param metrics called once for every start of the reconcilers; returns the receiver of the SDK's measurements
 */
@RecordBuilder
public record ReconcilerHostOptions(
        Set<String> namespaces,
        String selector,
        int concurrency,
        ReconcileRetryPolicy retries,
        Duration failedRecheck,
        Duration shutdownGrace,
        Duration startTimeout,
        Duration pendingWatches,
        Optional<LeaderElection> leaderElection,
        BooleanSupplier startCondition,
        NamespaceFilter namespaceFilter,
        Supplier<SharedInformers> informers,
        InstantSource clock,
        Supplier<Metrics> metrics) {
    public ReconcilerHostOptions {
        namespaces = Set.copyOf(namespaces);
        Objects.requireNonNull(selector, "selector");
        Objects.requireNonNull(retries, "retries");
        Objects.requireNonNull(failedRecheck, "failedRecheck");
        Objects.requireNonNull(shutdownGrace, "shutdownGrace");
        Objects.requireNonNull(startTimeout, "startTimeout");
        Objects.requireNonNull(pendingWatches, "pendingWatches");
        Objects.requireNonNull(leaderElection, "leaderElection");
        Objects.requireNonNull(startCondition, "startCondition");
        Objects.requireNonNull(namespaceFilter, "namespaceFilter");
        Objects.requireNonNull(informers, "informers");
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(metrics, "metrics");
        if (concurrency < 1) {
            throw new IllegalArgumentException("concurrency must be at least 1");
        }
    }

    public static ReconcilerHostOptions standard() {
        return new ReconcilerHostOptions(
                Set.of(),
                "",
                32,
                ReconcileRetryPolicy.standard(),
                Duration.ofMinutes(5),
                Duration.ofSeconds(10),
                Duration.ofSeconds(60),
                Duration.ofSeconds(2),
                Optional.empty(),
                () -> true,
                NamespaceFilter.all(),
                SharedInformers::new,
                InstantSource.system(),
                () -> Metrics.NOOP);
    }

    public ReconcilerHostOptions withNamespaces(Set<String> changed) {
        return ReconcilerHostOptionsBuilder.builder(this).namespaces(changed).build();
    }

    public ReconcilerHostOptions withSelector(String changed) {
        return ReconcilerHostOptionsBuilder.builder(this).selector(changed).build();
    }

    public ReconcilerHostOptions withConcurrency(int changed) {
        return ReconcilerHostOptionsBuilder.builder(this).concurrency(changed).build();
    }

    public ReconcilerHostOptions withBackoff(Backoff changed) {
        return ReconcilerHostOptionsBuilder.builder(this)
                .retries(new ReconcileRetryPolicy(changed))
                .build();
    }

    public ReconcilerHostOptions withFailedRecheck(Duration changed) {
        return ReconcilerHostOptionsBuilder.builder(this).failedRecheck(changed).build();
    }

    public ReconcilerHostOptions withShutdownGrace(Duration changed) {
        return ReconcilerHostOptionsBuilder.builder(this).shutdownGrace(changed).build();
    }

    public ReconcilerHostOptions withPendingWatches(Duration changed) {
        return ReconcilerHostOptionsBuilder.builder(this)
                .pendingWatches(changed)
                .build();
    }

    public ReconcilerHostOptions withLeaderElection(LeaderElection changed) {
        return ReconcilerHostOptionsBuilder.builder(this)
                .leaderElection(Optional.of(changed))
                .build();
    }

    public ReconcilerHostOptions withStartCondition(BooleanSupplier changed) {
        return ReconcilerHostOptionsBuilder.builder(this)
                .startCondition(changed)
                .build();
    }

    public ReconcilerHostOptions withNamespaceFilter(NamespaceFilter changed) {
        return ReconcilerHostOptionsBuilder.builder(this)
                .namespaceFilter(changed)
                .build();
    }

    public ReconcilerHostOptions withInformers(Supplier<SharedInformers> changed) {
        return ReconcilerHostOptionsBuilder.builder(this).informers(changed).build();
    }

    public ReconcilerHostOptions withClock(InstantSource changed) {
        return ReconcilerHostOptionsBuilder.builder(this).clock(changed).build();
    }

    public ReconcilerHostOptions withMetrics(Supplier<Metrics> changed) {
        return ReconcilerHostOptionsBuilder.builder(this).metrics(changed).build();
    }
}
