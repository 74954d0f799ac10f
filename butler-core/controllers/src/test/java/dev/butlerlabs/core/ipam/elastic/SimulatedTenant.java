package dev.butlerlabs.core.ipam.elastic;

import dev.butlerlabs.core.ipam.space.AllocatableRanges;
import dev.butlerlabs.core.ipam.space.OffsetRange;
import dev.butlerlabs.core.net.IpAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A tenant whose Services come and go, a load balancer that hands out what is offered, and the policy between them and the pool. */
final class SimulatedTenant {
    private static final int INITIAL = 2;
    private static final int MOST_ACTIONS = 12;

    private final ElasticYearTest.SharedPool pool;
    private final PoolScalingOptions options;
    private final PoolScalingPolicy policy;
    private final int base;
    private final Random random;
    private final Instant start;
    private final List<AllocatedRange> pieces = new ArrayList<>();
    private final Map<Integer, Optional<IpAddress>> addresses = new LinkedHashMap<>();
    private final Map<Integer, Instant> created = new LinkedHashMap<>();
    private final List<Change> changes = new ArrayList<>();
    private AddressDemandHistory history = AddressDemandHistory.none();
    private Instant burstUntil = Instant.MIN;
    private int names;
    long services;
    long leftWithout;

    private record Change(Instant time, boolean up) {}

    /** Changes in one direction with none in the other between them. */
    private record Turn(Instant first, Instant last, boolean up) {}

    SimulatedTenant(ElasticYearTest.SharedPool pool, PoolScalingOptions options, int base, long seed, Instant start) {
        this.pool = pool;
        this.options = options;
        this.policy = new PoolScalingPolicy(options);
        this.base = base;
        this.random = new Random(seed);
        this.start = start;
        take(INITIAL, Optional.empty(), false, start);
    }

    void live(Instant now) {
        churn(now);
        assign();
        Instant later = now.plus(Duration.ofMinutes(1));
        for (int i = 0; i < MOST_ACTIONS && act(later); i++) {
            assign();
        }
        boolean room = pool.space.figures().free() > 0 || pieces.stream().anyMatch(piece -> !piece.isOffered());
        leftWithout += room ? waiting().count() : 0;
    }

    /** Moves the number of Services a step towards what this hour of this day asks for. */
    private void churn(Instant now) {
        if (random.nextInt(4000) == 0) {
            burstUntil = now.plus(Duration.ofHours(1 + random.nextInt(72)));
        }
        double hours = Duration.between(start, now).toMinutes() / 60.0;
        double wanted = base
                + 3 * Math.sin(2 * Math.PI * hours / 24)
                + 6 * Math.sin(2 * Math.PI * hours / (24 * 365))
                - ((long) (hours / 24) % 7 >= 5 ? 2 : 0)
                + (now.isBefore(burstUntil) ? 8 : 0)
                + random.nextGaussian();
        for (int i = 0; i < 3 && addresses.size() < wanted; i++) {
            services++;
            addresses.put(++names, Optional.empty());
            created.put(names, now);
        }
        for (int i = 0; i < 3 && addresses.size() > Math.max(wanted, 0) + 1; i++) {
            Integer leaving = List.copyOf(addresses.keySet()).get(random.nextInt(addresses.size()));
            addresses.remove(leaving);
            created.remove(leaving);
        }
    }

    private void assign() {
        Set<IpAddress> used = used();
        for (Map.Entry<Integer, Optional<IpAddress>> service : addresses.entrySet()) {
            if (service.getValue().isEmpty()) {
                Optional<IpAddress> free = offered(used);
                service.setValue(free);
                free.ifPresent(used::add);
            }
        }
    }

    private Optional<IpAddress> offered(Set<IpAddress> used) {
        return pieces.stream()
                .filter(AllocatedRange::isOffered)
                .flatMap(piece -> IntStream.range(0, (int) piece.block().count())
                        .mapToObj(place -> piece.block().first().plus(place)))
                .filter(address -> !used.contains(address))
                .findFirst();
    }

    private Set<IpAddress> used() {
        Set<IpAddress> used = new HashSet<>();
        addresses.values().forEach(address -> address.ifPresent(used::add));
        return used;
    }

    private Stream<Integer> waiting() {
        return addresses.entrySet().stream()
                .filter(service -> service.getValue().isEmpty())
                .map(Map.Entry::getKey);
    }

    /** One decision, carried out; answers whether anything was done. */
    private boolean act(Instant now) {
        AddressDemand need =
                new AddressDemand(used(), waiting().map(created::get).toList());
        history = history.with(now, need.total(), options.horizon());
        watchUse(need, now);
        return switch (policy.decide(pieces, Optional.of(need), history, now)) {
            case PoolScalingAction.Stay stay -> false;
            case PoolScalingAction.Limited limited -> false;
            case PoolScalingAction.Grow grow -> grow(grow, now);
            case PoolScalingAction.Withdraw(AllocatedRange piece) -> replace(piece, Optional.of(now));
            case PoolScalingAction.Restore(AllocatedRange piece) -> replace(piece, Optional.empty());
            case PoolScalingAction.GiveBack(AllocatedRange piece) -> giveBack(piece, now);
        };
    }

    private void watchUse(AddressDemand need, Instant now) {
        pieces.replaceAll(piece -> new AllocatedRange(
                piece.name(),
                piece.block(),
                piece.grown(),
                piece.since(),
                AddressDemand.used(piece, need.used()) > 0
                        ? Optional.empty()
                        : Optional.of(piece.unusedSince().orElse(now)),
                piece.withdrawnSince()));
    }

    private boolean grow(PoolScalingAction.Grow grow, Instant now) {
        boolean taken = take(grow.together(pool.space.figures()), grow.beside().flatMap(terrain()::span), true, now);
        if (taken) {
            changes.add(new Change(now, true));
        }
        return taken;
    }

    private boolean take(int count, Optional<OffsetRange> beside, boolean grown, Instant now) {
        Optional<OffsetRange> place =
                beside.flatMap(span -> pool.space.beside(span, count)).or(() -> pool.space.bestFit(count));
        place.ifPresent(span -> {
            pool.space = pool.space.take(span);
            pieces.add(new AllocatedRange(
                    "piece-" + ++names, terrain().block(span), grown, now, Optional.empty(), Optional.empty()));
        });
        return place.isPresent();
    }

    private AllocatableRanges terrain() {
        return pool.space.terrain();
    }

    private boolean replace(AllocatedRange piece, Optional<Instant> withdrawnSince) {
        pieces.set(
                pieces.indexOf(piece),
                new AllocatedRange(
                        piece.name(),
                        piece.block(),
                        piece.grown(),
                        piece.since(),
                        piece.unusedSince(),
                        withdrawnSince));
        return true;
    }

    private boolean giveBack(AllocatedRange piece, Instant now) {
        if (used().stream().anyMatch(address -> AddressDemand.used(piece, Set.of(address)) > 0)) {
            throw new IllegalStateException("given back while in use: " + piece);
        }
        pieces.remove(piece);
        pool.space = pool.space.give(terrain().span(piece.block()).orElseThrow());
        changes.add(new Change(now, false));
        return true;
    }

    long count(boolean up) {
        return changes.stream().filter(change -> change.up() == up).count();
    }

    /** How often the number went up, down and up again, or down, up and down again, within one horizon. */
    long oscillations() {
        List<Turn> turns = new ArrayList<>();
        for (Change change : changes) {
            boolean goesOn = !turns.isEmpty() && turns.getLast().up() == change.up();
            Instant first = goesOn ? turns.removeLast().first() : change.time();
            turns.add(new Turn(first, change.time(), change.up()));
        }
        return IntStream.range(2, turns.size())
                .filter(i ->
                        Duration.between(turns.get(i - 2).last(), turns.get(i).first())
                                        .compareTo(options.horizon())
                                < 0)
                .count();
    }
}
