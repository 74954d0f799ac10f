package dev.butlerlabs.core.reconcile.shard;

import dev.butlerlabs.core.reconcile.LeaderElection;
import dev.butlerlabs.core.reconcile.LeaseHolder;
import dev.butlerlabs.core.reconcile.LeaseObserver;
import dev.butlerlabs.core.reconcile.NamespaceFilter;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Acquires, renews and releases the Leases of the shards of one process. Each call of {@link #advance} performs what is due, and does not wait. One thread
 * calls it; {@link #filter}, {@link #mayWrite} and {@link #opened} may be called from any.
 *
 * <p>Two processes never reconcile the same namespace, also if they use different numbers of shards: a shard is opened only if, in a list that was read after its
 * Lease was acquired, the Lease of the leader contains the same number and no shard of another number is held. Of two processes that acquire shards of different
 * numbers at the same time, at least one therefore observes the other, and the number of the leader decides which of them releases its shards. A leader that
 * reconciles all namespaces itself acquires its Lease and then checks that no shard is held ({@link ShardReleaseCheck}).
 */
final class ShardCoordinator {
    private static final Logger LOG = LoggerFactory.getLogger(ShardCoordinator.class);

    private final ShardOptions options;
    private final ShardLeaseReader leases;
    private final LeaseObserver observer;
    private final LongSupplier nanoTime;
    private final Executor renewals;
    private final LeaseHolder membership;
    private final List<LeaseHolder> holders;
    private final ShardGate gate;
    private final ShardPlanner planner;
    /** The shards whose Leases are held. */
    private final Set<Integer> acquired = new ConcurrentSkipListSet<>();
    /** Since when reconciliations of shards that are not open any more are awaited. */
    private final Map<Integer, Long> endingSince = new HashMap<>();

    private final Map<Integer, Long> freeSince = new HashMap<>();
    private Optional<Long> renewedAt = Optional.empty();

    /** @param renewals runs the renewals of several leases, which may take as long as a request times out */
    ShardCoordinator(
            KubernetesClient client,
            ShardOptions options,
            InstantSource clock,
            LongSupplier nanoTime,
            Executor renewals) {
        this.options = options;
        this.leases = new ShardLeaseReader(client, options.election());
        this.observer = new LeaseObserver(options.election().leaseDuration(), nanoTime);
        this.nanoTime = nanoTime;
        this.renewals = renewals;
        this.planner = new ShardPlanner(options.identity(), options.election().leaseDuration());
        LeaderElection member =
                options.election().withLease(options.names().member(options.identity(), options.count()));
        this.membership = new LeaseHolder(client, member, clock, nanoTime, () -> {}, () -> {});
        this.holders = IntStream.range(0, options.count())
                .mapToObj(index -> holder(client, index, clock))
                .toList();
        this.gate = new ShardGate(options.count(), index -> holders.get(index).isHeld());
    }

    private LeaseHolder holder(KubernetesClient client, int index, InstantSource clock) {
        LeaderElection election = options.election().withLease(options.names().shard(index, options.count()));
        return new LeaseHolder(client, election, clock, nanoTime, () -> acquired.add(index), () -> lost(index));
    }

    private void lost(int index) {
        acquired.remove(index);
        if (gate.open().contains(index)) {
            LOG.info("Shard {} of {} lost", index, options.count());
        }
        gate.lose(index);
    }

    NamespaceFilter filter() {
        return gate;
    }

    boolean mayWrite() {
        return gate.mayWrite();
    }

    /** Returns the shards whose namespaces this process reconciles now. */
    Set<Integer> opened() {
        return new TreeSet<>(gate.open());
    }

    /**
     * Renews the leases if it is time, and moves the process one step towards an even distribution.
     *
     * @return the pause until the next call
     */
    Duration advance() {
        renewIfDue();
        boolean moves = endReconciliations();
        Set<Integer> acquiredBefore = new TreeSet<>(acquired);
        Optional<ObservedLeases> observed = observe();
        if (observed.isEmpty()) {
            drainUnlessOwn(leases.shardsOfLeader());
            return options.election().retryPeriod();
        }
        moves |= follow(observed.get(), acquiredBefore);
        return moves ? options.step() : options.election().retryPeriod();
    }

    private void renewIfDue() {
        long now = nanoTime.getAsLong();
        boolean isDue = renewedAt
                .filter(last -> now - last < options.election().retryPeriod().toNanos())
                .isEmpty();
        if (isDue) {
            renewedAt = Optional.of(now);
            renew(Stream.concat(Stream.of(membership), acquired.stream().map(holders::get))
                    .toList());
        }
    }

    private void renew(List<LeaseHolder> due) {
        CompletableFuture.allOf(due.stream()
                        .map(holder -> CompletableFuture.runAsync(holder::attempt, renewals))
                        .toArray(CompletableFuture<?>[]::new))
                .join();
    }

    private Optional<ObservedLeases> observe() {
        List<Lease> found;
        try {
            found = leases.read();
        } catch (RuntimeException e) {
            LOG.debug("Leases not listed: {}", e.toString());
            return Optional.empty();
        }
        observer.observe(found);
        ObservedLeases observed = new ObservedLeases(found, options, observer);
        IntStream.range(0, options.count())
                .filter(index -> !acquired.contains(index))
                .forEach(index -> observed.shard(index).ifPresent(holders.get(index)::observe));
        return Optional.of(observed);
    }

    private void drainUnlessOwn(OptionalInt count) {
        if (count.isPresent() && count.getAsInt() != options.count()) {
            releaseAll();
        }
    }

    /** @return whether a shard is about to move */
    private boolean follow(ObservedLeases observed, Set<Integer> acquiredBefore) {
        if (!observed.isOwnCount()) {
            return releaseAll();
        }
        if (observed.isOtherCountHeld()) {
            return false;
        }
        observed.unused().ifPresent(leases::delete);
        boolean isOpened = openAll(acquiredBefore);
        boolean isBusy = isOpened || !gate.draining().isEmpty() || !gate.lost().isEmpty();
        return move(observed, isBusy) || isBusy;
    }

    private boolean openAll(Set<Integer> acquiredBefore) {
        List<Integer> ready = acquiredBefore.stream()
                .filter(acquired::contains)
                .filter(index -> !gate.isOpenOrDraining(index) && gate.isIdle(index))
                .toList();
        for (int index : ready) {
            LOG.info("Shard {} of {} acquired", index, options.count());
            gate.open(index);
        }
        return !ready.isEmpty();
    }

    private boolean move(ObservedLeases observed, boolean isBusy) {
        ShardDistribution distribution = distribution(observed);
        if (!membership.isHeld()) {
            return false;
        }
        return switch (planner.next(distribution)) {
            case ShardMove.Take(int index) -> take(index);
            case ShardMove.Release(int index) -> !isBusy && release(index);
            case ShardMove.Stay() -> false;
        };
    }

    private ShardDistribution distribution(ObservedLeases observed) {
        Set<String> members = new TreeSet<>(observed.members());
        members.add(options.identity());
        SortedMap<Integer, String> others = observed.holders();
        others.values().removeIf(options.identity()::equals);
        acquired.forEach(index -> others.put(index, options.identity()));
        long now = nanoTime.getAsLong();
        freeSince.keySet().removeAll(others.keySet());
        SortedMap<Integer, Duration> free = new TreeMap<>();
        IntStream.range(0, options.count())
                .filter(index -> !others.containsKey(index))
                .forEach(index -> free.put(index, Duration.ofNanos(now - freeSince.computeIfAbsent(index, _ -> now))));
        return new ShardDistribution(members, others, free);
    }

    private boolean take(int index) {
        if (gate.isIdle(index)) {
            holders.get(index).attempt();
        }
        return true;
    }

    private boolean release(int index) {
        if (gate.isOpenOrDraining(index)) {
            LOG.info("Releasing shard {} of {}", index, options.count());
            gate.drain(index);
        } else {
            holders.get(index).resign();
        }
        return true;
    }

    private boolean releaseAll() {
        List<Integer> held = List.copyOf(acquired);
        held.forEach(this::release);
        return !held.isEmpty();
    }

    /**
     * Releases the leases of shards without running reconciliations, and interrupts those that run for too long.
     *
     * @return whether a shard is not released yet
     */
    private boolean endReconciliations() {
        long now = nanoTime.getAsLong();
        Set<Integer> ending = new TreeSet<>(gate.draining());
        ending.addAll(gate.lost());
        endingSince.keySet().retainAll(ending);
        for (int index : ending) {
            long since = endingSince.computeIfAbsent(index, _ -> now);
            if (gate.isIdle(index)) {
                holders.get(index).resign();
            } else if (now - since >= options.grace().toNanos()) {
                gate.interrupt(index);
            }
        }
        return !ending.isEmpty();
    }

    /** Starts to release everything. Other processes do not wait for this one any more. */
    void leave() {
        membership.stepDown();
        leases.delete(options.names().member(options.identity(), options.count()));
        acquired.forEach(gate::drain);
    }

    /**
     * Continues to release everything, and renews what is not released yet.
     *
     * @return whether all leases are released
     */
    boolean finish() {
        endReconciliations();
        List.copyOf(acquired).stream()
                .filter(index -> !gate.isOpenOrDraining(index))
                .forEach(index -> holders.get(index).resign());
        long now = nanoTime.getAsLong();
        if (renewedAt
                .filter(last -> now - last >= options.election().retryPeriod().toNanos())
                .isPresent()) {
            renewedAt = Optional.of(now);
            renew(acquired.stream().map(holders::get).toList());
        }
        return acquired.isEmpty();
    }
}
