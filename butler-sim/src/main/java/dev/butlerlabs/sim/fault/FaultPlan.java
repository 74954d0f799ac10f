package dev.butlerlabs.sim.fault;

import dev.butlerlabs.core.embedded.Gate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Which requests go wrong, and how. Orders are used up first come first served; beside them a rate of faults by chance can be set,
 * which is the same for the same seed and the same requests in the same order.
 */
public final class FaultPlan {
    private final List<Pending> orders = new ArrayList<>();
    private final Map<FaultKind, Integer> happened = new EnumMap<>(FaultKind.class);
    private final SplittableRandom random;
    private double rate;
    private List<FaultKind> byChance = List.of();
    private volatile Gate gate = Gate.OPEN;

    private static final class Pending {
        private final FaultOrder order;
        private int left;

        private Pending(FaultOrder order) {
            this.order = order;
            this.left = order.times();
        }
    }

    public FaultPlan(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** Nothing goes wrong until it is ordered. */
    public static FaultPlan none() {
        return new FaultPlan(0);
    }

    public synchronized FaultPlan order(FaultOrder order) {
        orders.add(new Pending(order));
        return this;
    }

    /** From now on each request goes wrong with this probability, in one of these ways. */
    public synchronized FaultPlan byChance(double probability, Set<FaultKind> kinds) {
        rate = probability;
        byChance = kinds.stream().sorted().toList();
        return this;
    }

    /** From now on this gate stands at every door that clients come to, before any fault of the plan. */
    public FaultPlan guardedBy(Gate other) {
        gate = other;
        return this;
    }

    public Gate gate() {
        return gate;
    }

    /** Nothing more goes wrong. */
    public synchronized void clear() {
        orders.clear();
        rate = 0;
    }

    /**
     * Whether this request goes wrong; asking uses the fault up.
     *
     * @param stage who asks: only faults that are its to make are answered
     * @param about the name of what the request is about, empty when it has none
     */
    public synchronized Optional<FaultKind> next(FaultKind.Stage stage, Operation operation, String about) {
        Optional<FaultKind> ordered = ordered(stage, operation, about);
        Optional<FaultKind> fault = ordered.isPresent() ? ordered : chance(stage);
        fault.ifPresent(kind -> happened.merge(kind, 1, Integer::sum));
        return fault;
    }

    private Optional<FaultKind> ordered(FaultKind.Stage stage, Operation operation, String about) {
        for (Pending pending : orders) {
            if (pending.left > 0 && pending.order.kind().stage() == stage && pending.order.concerns(operation, about)) {
                pending.left--;
                return Optional.of(pending.order.kind());
            }
        }
        return Optional.empty();
    }

    private Optional<FaultKind> chance(FaultKind.Stage stage) {
        List<FaultKind> able =
                byChance.stream().filter(kind -> kind.stage() == stage).toList();
        if (able.isEmpty() || rate <= 0 || random.nextDouble() >= rate) {
            return Optional.empty();
        }
        return Optional.of(able.get(random.nextInt(able.size())));
    }

    /** How often each kind has happened. */
    public synchronized Map<FaultKind, Integer> happened() {
        return Map.copyOf(happened);
    }
}
