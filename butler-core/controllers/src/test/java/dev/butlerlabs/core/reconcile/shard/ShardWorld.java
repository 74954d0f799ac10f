package dev.butlerlabs.core.reconcile.shard;

import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.reconcile.LeaderElection;
import dev.butlerlabs.core.reconcile.LeaseHolder;
import dev.butlerlabs.core.testing.SteppedClock;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Processes that share shards on a virtual clock, and an API in memory. Time passes in steps of 250 ms, in which each process does what is due. */
final class ShardWorld implements AutoCloseable {
    private static final String NAMESPACE = "default";
    private static final String LEASE = "butler-controllers";
    private static final int STEP_MILLIS = 250;

    final SteppedClock clock = new SteppedClock();
    final InMemoryKubernetes api = InMemoryKubernetes.open(clock, new EffectLog());
    private final SortedMap<String, Member> members = new TreeMap<>();
    private long millis;
    /** The number of times a shard was opened. */
    private int openings;

    /** A process: a candidate for the lease of the leader, which can hold shards. */
    final class Member {
        private final LeaseHolder leader;
        final ShardCoordinator coordinator;
        private final Map<Integer, Boolean> wasOpen = new HashMap<>();
        private long nextLeader = millis;
        private long next = millis;
        private boolean isSuspended;
        private boolean isLeaving;

        private Member(String identity, int shards) {
            LeaderElection election = new LeaderElection(NAMESPACE, LEASE, identity).withShards(shards);
            leader = new LeaseHolder(api.client(), election, clock, ShardWorld.this::nanos, () -> {}, () -> {});
            coordinator = new ShardCoordinator(
                    api.client(), new ShardOptions(election), clock, ShardWorld.this::nanos, Runnable::run);
        }

        private void proceed() {
            if (isSuspended) {
                return;
            }
            if (millis >= nextLeader) {
                leader.attempt();
                nextLeader = millis + 2_000;
            }
            if (isLeaving) {
                coordinator.finish();
            } else if (millis >= next) {
                next = millis + coordinator.advance().toMillis();
            }
            countOpenings();
        }

        private void countOpenings() {
            Map<Integer, Boolean> now = coordinator.opened().stream().collect(Collectors.toMap(i -> i, _ -> true));
            now.keySet().stream().filter(shard -> !wasOpen.containsKey(shard)).forEach(_ -> openings++);
            wasOpen.clear();
            wasOpen.putAll(now);
        }
    }

    private long nanos() {
        return millis * 1_000_000;
    }

    Member start(String identity, int shards) {
        Member member = new Member(identity, shards);
        members.put(identity, member);
        return member;
    }

    /** Ends a process with kill -9. */
    void kill(String identity) {
        members.remove(identity);
    }

    /** Ends a process that releases everything within the time. */
    void stop(String identity, Duration within) {
        Member member = members.get(identity);
        member.coordinator.leave();
        member.isLeaving = true;
        pass(within);
        member.leader.resign();
        members.remove(identity);
    }

    void suspend(String identity) {
        members.get(identity).isSuspended = true;
    }

    void resume(String identity) {
        members.get(identity).isSuspended = false;
    }

    /** Lets time pass, and checks in each step that no namespace has two processes that may write. */
    void pass(Duration time) {
        for (long end = millis + time.toMillis(); millis < end; ) {
            millis += STEP_MILLIS;
            if (millis % 1_000 == 0) {
                clock.pass(1);
            }
            for (Member member : List.copyOf(members.values())) {
                member.proceed();
                requireOneProcessPerNamespace();
            }
        }
    }

    private void requireOneProcessPerNamespace() {
        for (String namespace : List.of("team-0", "team-1", "team-2", "team-3", "team-5", "team-8")) {
            List<String> acting = members.entrySet().stream()
                    .filter(member -> member.getValue().coordinator.filter().includes(namespace))
                    .map(Map.Entry::getKey)
                    .toList();
            if (acting.size() > 1) {
                throw new AssertionError("namespace %s is reconciled by %s".formatted(namespace, acting));
            }
        }
    }

    /** Returns the numbers of open shards of all processes that run, in the order of their names. */
    List<Integer> counts() {
        return members.values().stream()
                .map(member -> member.coordinator.opened().size())
                .toList();
    }

    /** Returns the number of shards that were opened since the last call. */
    int openings() {
        int count = openings;
        openings = 0;
        return count;
    }

    List<String> leaseNames() {
        return api.client().leases().inNamespace(NAMESPACE).list().getItems().stream()
                .map(lease -> lease.getMetadata().getName())
                .sorted()
                .toList();
    }

    Optional<Lease> lease(String name) {
        return Optional.ofNullable(
                api.client().leases().inNamespace(NAMESPACE).withName(name).get());
    }

    /** Returns the candidate for leadership that reconciles all namespaces, and its check before it starts. */
    UnshardedLeader unsharded(String identity) {
        return new UnshardedLeader(identity);
    }

    /** A process that does not share shards. */
    final class UnshardedLeader {
        private final LeaseHolder holder;
        private final ShardReleaseCheck check;

        private UnshardedLeader(String identity) {
            LeaderElection election = new LeaderElection(NAMESPACE, LEASE, identity);
            holder = new LeaseHolder(api.client(), election, clock, ShardWorld.this::nanos, () -> {}, () -> {});
            check = new ShardReleaseCheck(api.client(), election, ShardWorld.this::nanos);
        }

        boolean tryToLead() {
            holder.attempt();
            return holder.isHeld();
        }

        boolean mayStart() {
            return check.getAsBoolean();
        }

        void resign() {
            holder.resign();
        }
    }

    @Override
    public void close() {
        api.close();
    }
}
