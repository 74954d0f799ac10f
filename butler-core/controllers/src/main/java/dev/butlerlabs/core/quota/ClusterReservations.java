package dev.butlerlabs.core.quota;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.ClusterCreationPolicy;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.quota.ReservationRound.ClusterVersion;
import dev.butlerlabs.core.quota.TeamRulesReader.NamespaceRules;
import dev.butlerlabs.core.reconcile.WatchedObjectCache;
import dev.butlerlabs.core.retry.Backoff;
import dev.butlerlabs.core.retry.Sleeper;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reserves what tenant clusters request within the limits of their teams.
 *
 * <p>Safe to run in several processes: every reservation is a compare-and-swap on one ConfigMap for each team, so that concurrent requests
 * never exceed a limit together. Idempotent: a cluster that has its reservation keeps it, also when a limit is lowered. Thread-safe.
 */
public final class ClusterReservations {
    /** An API server stores an admitted change within its request timeout, 60 seconds by default, or never. */
    static final Duration GRACE = Duration.ofSeconds(60);

    /** How long a namespace is assumed to have no team. */
    private static final Duration NO_TEAM = Duration.ofMinutes(1);

    private static final int ATTEMPTS = 60;
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(5), 1.5, Duration.ofMillis(250), 0.8);

    private final ReservationRepository repository;
    private final TeamRulesReader reader;
    private final ClusterProviderReader providers;
    private final InstantSource clock;
    private final Sleeper sleeper;
    private final Map<String, ReentrantLock> locks = new ConcurrentHashMap<>();
    private final Map<String, FinishedRound> rounds = new ConcurrentHashMap<>();
    private final Map<String, Settled> settled = new ConcurrentHashMap<>();
    private final Map<String, Instant> withoutTeam = new ConcurrentHashMap<>();

    /** What was reserved for a cluster that this process has seen; its next reconciliation needs no request. */
    private record Settled(String team, ClusterRequest request) {}

    /** Reads policies and settings from the API server. */
    public ClusterReservations(KubernetesClient client, ClusterProviderReader providers, InstantSource clock) {
        this(client, new WatchedObjectCache<>(), new WatchedObjectCache<>(), providers, clock);
    }

    /** Reads policies and settings from the caches of watches, as soon as these have started. */
    public ClusterReservations(
            KubernetesClient client,
            WatchedObjectCache<ClusterCreationPolicy> policies,
            WatchedObjectCache<ButlerConfig> platform,
            ClusterProviderReader providers,
            InstantSource clock) {
        this(
                new ReservationRepository(client),
                new TeamRulesReader(client, policies, platform),
                providers,
                clock,
                Sleeper.SYSTEM);
    }

    ClusterReservations(
            ReservationRepository repository,
            TeamRulesReader reader,
            ClusterProviderReader providers,
            InstantSource clock,
            Sleeper sleeper) {
        this.repository = repository;
        this.reader = reader;
        this.providers = providers;
        this.clock = clock;
        this.sleeper = sleeper;
    }

    /**
     * Ensures that a stored cluster has a reservation for what it requests. Also reserves for the other clusters of the namespace that fit,
     * in the order of their creation.
     *
     * @return the problems if the cluster must wait
     * @throws ButlerException if the API is not reachable or other processes change the reservations all the time
     */
    public QuotaResult ensure(TenantCluster cluster, ProviderConfig provider) {
        String namespace = cluster.getMetadata().getNamespace();
        Optional<Settled> before = settled(cluster, provider);
        if (before.isPresent()) {
            return new QuotaResult(before.map(Settled::team), List.of());
        }
        if (isWithoutTeam(namespace)) {
            return new QuotaResult(Optional.empty(), withoutTeam(cluster, provider));
        }
        long arrival = System.nanoTime();
        return change(namespace, () -> shared(cluster, arrival).or(() -> ensureOnce(cluster, provider)));
    }

    /** A round that started after the call decided on what this call would read, so that concurrent calls share their rounds. */
    private Optional<QuotaResult> shared(TenantCluster cluster, long arrival) {
        return Optional.ofNullable(rounds.get(cluster.getMetadata().getNamespace()))
                .filter(round -> round.start() - arrival >= 0)
                .flatMap(round -> round.result(cluster));
    }

    private Optional<Settled> settled(TenantCluster cluster, ProviderConfig provider) {
        return Optional.ofNullable(settled.get(id(cluster)))
                .filter(found -> ClusterRequest.of(cluster, Optional.empty(), Optional.of(provider))
                        .changing(found.request())
                        .equals(found.request()));
    }

    private static String id(TenantCluster cluster) {
        return Objects.requireNonNullElse(cluster.getMetadata().getUid(), "");
    }

    private boolean isWithoutTeam(String namespace) {
        Instant now = clock.instant();
        withoutTeam.computeIfPresent(
                namespace, (_, since) -> since.plus(NO_TEAM).isAfter(now) ? since : null);
        return withoutTeam.containsKey(namespace);
    }

    /** Policies and settings for the whole platform apply to clusters without a team, but not to those that run already. */
    private List<ClusterProblem> withoutTeam(TenantCluster cluster, ProviderConfig provider) {
        if (StoredClusterReader.isRunning(cluster)) {
            return List.of();
        }
        ClusterRequest request = ClusterRequest.of(cluster, Optional.empty(), Optional.of(provider));
        Optional<ClusterProblem> misplaced =
                reader.withoutTeam(cluster.getMetadata().getNamespace()).misplaced();
        return new ClusterRules(Optional.empty(), reader.policies(), Optional.of(provider), misplaced)
                .check(Optional.empty(), request, List.of());
    }

    private Optional<QuotaResult> ensureOnce(TenantCluster cluster, ProviderConfig provider) {
        String namespace = cluster.getMetadata().getNamespace();
        long start = System.nanoTime();
        NamespaceRules found = reader.namespace(namespace);
        Optional<Team> team = found.team();
        if (team.isEmpty()) {
            withoutTeam.putIfAbsent(namespace, clock.instant());
            return Optional.of(new QuotaResult(Optional.empty(), withoutTeam(cluster, provider)));
        }
        ReservationRepository.Version version = repository.read(namespace);
        ClusterRequest request = ClusterRequest.of(cluster, ClusterRules.limits(team.get()), Optional.of(provider));
        if (isReserved(version.ledger(), request)) {
            return Optional.of(settle(team.get(), cluster, version.ledger(), request));
        }
        ReservationRound round = round(
                        new ClusterRules(team, reader.policies(), Optional.of(provider), found.misplaced()), namespace)
                .using(cluster, Optional.of(provider))
                .from(version.ledger());
        FinishedRound finished =
                new FinishedRound(start, team.get().getMetadata().getName(), round.reserveInOrder());
        if (!save(namespace, version, round.ledger())) {
            return Optional.empty();
        }
        rounds.put(namespace, finished);
        QuotaResult result = finished.result(cluster).orElseGet(finished::changed);
        return Optional.of(result.isAdmitted() ? settle(team.get(), cluster, round.ledger(), request) : result);
    }

    /**
     * The results of a round whose reservations are written.
     *
     * @param start when it started to read
     */
    private record FinishedRound(long start, String team, Map<ClusterVersion, List<ClusterProblem>> results) {
        Optional<QuotaResult> result(TenantCluster cluster) {
            return Optional.ofNullable(results.get(ClusterVersion.of(cluster)))
                    .map(problems -> new QuotaResult(Optional.of(team), problems));
        }

        /** The cluster that is reconciled is not the stored one; the change triggers the next reconciliation. */
        QuotaResult changed() {
            ClusterProblem problem = new ClusterProblem(
                    "metadata.generation", "ClusterChanged", "the cluster was changed or deleted.", "Wait.");
            return new QuotaResult(Optional.of(team), List.of(problem));
        }
    }

    private static boolean isReserved(ReservationLedger ledger, ClusterRequest request) {
        return ledger.find(request)
                .filter(entry -> entry.equals(Reservation.confirmed(request.changing(entry.request()))))
                .isPresent();
    }

    private QuotaResult settle(Team team, TenantCluster cluster, ReservationLedger ledger, ClusterRequest request) {
        ledger.find(request)
                .filter(entry -> entry.pendingUntil().isEmpty())
                .ifPresent(entry ->
                        settled.put(id(cluster), new Settled(team.getMetadata().getName(), entry.request())));
        return new QuotaResult(Optional.of(team.getMetadata().getName()), List.of());
    }

    private boolean save(String namespace, ReservationRepository.Version read, ReservationLedger ledger) {
        return ledger.equals(read.ledger()) || repository.swap(namespace, read, ledger);
    }

    private ReservationRound round(ClusterRules rules, String namespace) {
        return new ReservationRound(rules, providers, repository.clusters(namespace), clock.instant());
    }

    /** Returns whether the status of a cluster shows that its current spec was admitted. Reads nothing. */
    public static boolean wasAdmitted(TenantCluster cluster) {
        return StoredClusterReader.isAdmitted(cluster);
    }

    /** Forgets a cluster that is being deleted. Its reservation is released when the object is gone. */
    public void forget(TenantCluster cluster) {
        settled.remove(id(cluster));
    }

    /** Reads the team of every namespace again. */
    public void forgetTeams() {
        withoutTeam.clear();
    }

    /** Reads what the rules for clusters of a namespace depend on. */
    ClusterRules rules(String namespace, Optional<ProviderConfig> provider) {
        NamespaceRules found = reader.namespace(namespace);
        return new ClusterRules(found.team(), reader.policies(), provider, found.misplaced());
    }

    ClusterProviderReader providers() {
        return providers;
    }

    /**
     * Reserves for a change of a cluster that is not stored yet.
     *
     * @param rules the rules of the namespace, which has a team
     * @param request returns what the change requests, given what is reserved for the cluster
     * @param isNew whether the cluster is to be created; a stored cluster without a reservation gets one when it is reconciled
     * @param dryRun whether to decide only
     * @return the problems; empty if the reservation need not change
     */
    Optional<List<ClusterProblem>> reserve(
            ClusterRules rules,
            TenantCluster cluster,
            Function<Optional<ClusterRequest>, ClusterRequest> request,
            boolean isNew,
            boolean dryRun) {
        String namespace = cluster.getMetadata().getNamespace();
        return change(namespace, () -> {
            ReservationRepository.Version version = repository.read(namespace);
            ReservationRound round =
                    round(rules, namespace).using(cluster, rules.provider()).from(version.ledger());
            // Stored clusters that wait for a reservation and fit come first.
            round.reserveInOrder();
            Optional<ClusterRequest> reserved =
                    round.ledger().find(round.request(cluster)).map(Reservation::request);
            if (reserved.isEmpty() && !isNew) {
                return Optional.of(Optional.empty());
            }
            List<ClusterProblem> problems = round.reserveChange(
                    cluster, request.apply(reserved), clock.instant().plus(GRACE));
            boolean isDecided = !problems.isEmpty() || dryRun || save(namespace, version, round.ledger());
            return isDecided ? Optional.of(Optional.of(problems)) : Optional.empty();
        });
    }

    /** Repeats an attempt until it is not disturbed by another process. Requests of this process wait for each other. */
    private <T> T change(String namespace, Supplier<Optional<T>> attempt) {
        ReentrantLock lock = locks.computeIfAbsent(namespace, _ -> new ReentrantLock(true));
        lock.lock();
        try {
            for (int number = 1; number <= ATTEMPTS; number++) {
                Optional<T> result = attempt.get();
                if (result.isPresent()) {
                    return result.get();
                }
                sleeper.pause(
                        BACKOFF.delay(number, ThreadLocalRandom.current()),
                        "Interrupted while reserving for a tenant cluster.");
            }
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "Other processes change the reservations of namespace %s all the time.".formatted(namespace));
        } finally {
            lock.unlock();
        }
    }
}
