package dev.butlerlabs.core.reconcile;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * How a host runs.
 *
 * @param namespaces where to look for namespaced objects; empty means everywhere
 * @param concurrency how many objects are reconciled at the same time
 * @param backoff how long troubled objects rest
 * @param failedRecheck how often to look at failed objects although nothing about them changed: the outer world may have
 * @param shutdownGrace how long running steps may take to end when the host stops; then they are interrupted
 * @param startTimeout how long the API may take to answer with the objects that exist
 * @param leaderElection when present, reconcile only while holding the lease
 * @param clock the time for conditions and events
 */
public record HostOptions(
        Set<String> namespaces,
        int concurrency,
        Backoff backoff,
        Duration failedRecheck,
        Duration shutdownGrace,
        Duration startTimeout,
        Optional<LeaderElection> leaderElection,
        InstantSource clock) {
    public HostOptions {
        namespaces = Set.copyOf(namespaces);
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
                32,
                Backoff.standard(),
                Duration.ofMinutes(5),
                Duration.ofSeconds(10),
                Duration.ofSeconds(60),
                Optional.empty(),
                InstantSource.system());
    }

    public HostOptions withNamespaces(Set<String> changed) {
        return new HostOptions(
                changed, concurrency, backoff, failedRecheck, shutdownGrace, startTimeout, leaderElection, clock);
    }

    public HostOptions withConcurrency(int changed) {
        return new HostOptions(
                namespaces, changed, backoff, failedRecheck, shutdownGrace, startTimeout, leaderElection, clock);
    }

    public HostOptions withBackoff(Backoff changed) {
        return new HostOptions(
                namespaces, concurrency, changed, failedRecheck, shutdownGrace, startTimeout, leaderElection, clock);
    }

    public HostOptions withFailedRecheck(Duration changed) {
        return new HostOptions(
                namespaces, concurrency, backoff, changed, shutdownGrace, startTimeout, leaderElection, clock);
    }

    public HostOptions withShutdownGrace(Duration changed) {
        return new HostOptions(
                namespaces, concurrency, backoff, failedRecheck, changed, startTimeout, leaderElection, clock);
    }

    public HostOptions withLeaderElection(LeaderElection changed) {
        return new HostOptions(
                namespaces,
                concurrency,
                backoff,
                failedRecheck,
                shutdownGrace,
                startTimeout,
                Optional.of(changed),
                clock);
    }

    public HostOptions withClock(InstantSource changed) {
        return new HostOptions(
                namespaces, concurrency, backoff, failedRecheck, shutdownGrace, startTimeout, leaderElection, changed);
    }
}
