package dev.butlerlabs.core.reconcile;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * How a host runs.
 *
 * @param namespaces where to look for namespaced objects; empty means everywhere
 * @param selector which objects to look at, by their labels, as Kubernetes writes it; empty means all
 * @param concurrency how many objects are reconciled at the same time
 * @param backoff how long troubled objects rest
 * @param failedRecheck how often to look at failed objects although nothing about them changed: the outer world may have
 * @param shutdownGrace how long running steps may take to end when the host stops; then they are interrupted
 * @param startTimeout how long the API may take to answer with the objects that exist
 * @param leaderElection when present, reconcile only while holding the lease
 * @param clock the time for conditions and events
 */
@RecordBuilder
public record HostOptions(
        Set<String> namespaces,
        String selector,
        int concurrency,
        Backoff backoff,
        Duration failedRecheck,
        Duration shutdownGrace,
        Duration startTimeout,
        Optional<LeaderElection> leaderElection,
        InstantSource clock) {
    public HostOptions {
        namespaces = Set.copyOf(namespaces);
        Objects.requireNonNull(selector, "selector");
        Objects.requireNonNull(backoff, "backoff");
        Objects.requireNonNull(failedRecheck, "failedRecheck");
        Objects.requireNonNull(shutdownGrace, "shutdownGrace");
        Objects.requireNonNull(startTimeout, "startTimeout");
        Objects.requireNonNull(leaderElection, "leaderElection");
        Objects.requireNonNull(clock, "clock");
        if (concurrency < 1) {
            throw new IllegalArgumentException("concurrency must be at least 1");
        }
    }

    public static HostOptions standard() {
        return new HostOptions(
                Set.of(),
                "",
                32,
                Backoff.standard(),
                Duration.ofMinutes(5),
                Duration.ofSeconds(10),
                Duration.ofSeconds(60),
                Optional.empty(),
                InstantSource.system());
    }

    public HostOptions withNamespaces(Set<String> changed) {
        return HostOptionsBuilder.builder(this).namespaces(changed).build();
    }

    public HostOptions withSelector(String changed) {
        return HostOptionsBuilder.builder(this).selector(changed).build();
    }

    public HostOptions withConcurrency(int changed) {
        return HostOptionsBuilder.builder(this).concurrency(changed).build();
    }

    public HostOptions withBackoff(Backoff changed) {
        return HostOptionsBuilder.builder(this).backoff(changed).build();
    }

    public HostOptions withFailedRecheck(Duration changed) {
        return HostOptionsBuilder.builder(this).failedRecheck(changed).build();
    }

    public HostOptions withShutdownGrace(Duration changed) {
        return HostOptionsBuilder.builder(this).shutdownGrace(changed).build();
    }

    public HostOptions withLeaderElection(LeaderElection changed) {
        return HostOptionsBuilder.builder(this)
                .leaderElection(Optional.of(changed))
                .build();
    }

    public HostOptions withClock(InstantSource changed) {
        return HostOptionsBuilder.builder(this).clock(changed).build();
    }
}
