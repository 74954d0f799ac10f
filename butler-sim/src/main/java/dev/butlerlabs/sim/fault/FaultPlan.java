package dev.butlerlabs.sim.fault;

import dev.butlerlabs.core.embedded.RequestInterceptor;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Decides which requests fail, and how. Thread-safe.
 *
 * <p>Specified faults are used up in order. In addition, random faults can occur at a given rate; the same seed and the
 * same sequence of requests result in the same faults.
 */
public final class FaultPlan {
    private final List<Pending> orders = new ArrayList<>();
    private final Map<FaultKind, Integer> happened = new EnumMap<>(FaultKind.class);
    private final SplittableRandom random;
    private double rate;
    private List<FaultKind> byChance = List.of();
    private volatile FaultListener listener = (stage, operation, about, fault) -> {};
    private volatile RequestInterceptor gate = RequestInterceptor.OPEN;

    private static final class Pending {
        private final FaultSpec order;
        private int left;

        private Pending(FaultSpec order) {
            this.order = order;
            this.left = order.times();
        }
    }

    /**
     * Creates a plan without faults.
     *
     * @param seed random seed for {@link #byChance}
     */
    public FaultPlan(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** Returns a plan without faults; they can be added later. */
    public static FaultPlan none() {
        return new FaultPlan(0);
    }

    /** Adds a fault and returns this plan. */
    public synchronized FaultPlan order(FaultSpec order) {
        orders.add(new Pending(order));
        return this;
    }

    /** Makes each further request fail with this probability, with one of these faults. */
    public synchronized FaultPlan byChance(double probability, Set<FaultKind> kinds) {
        rate = probability;
        byChance = kinds.stream().sorted().toList();
        return this;
    }

    /** Adds a gate that sees every request of a client before any fault of the plan. */
    public FaultPlan guardedBy(RequestInterceptor other) {
        gate = other;
        return this;
    }

    /** Sets the listener that observes every decision. */
    public FaultPlan observedBy(FaultListener other) {
        listener = other;
        return this;
    }

    /** Returns the gate that sees every request. */
    public RequestInterceptor gate() {
        return gate;
    }

    /** Removes all faults. */
    public synchronized void clear() {
        orders.clear();
        rate = 0;
    }

    /**
     * Returns the fault for a request and uses it up.
     *
     * @param stage the calling component; only faults of its stage are returned
     * @param about name of the object of the request; empty if it has none
     */
    public synchronized Optional<FaultKind> next(FaultKind.Stage stage, SimulatedOperation operation, String about) {
        Optional<FaultKind> ordered = ordered(stage, operation, about);
        Optional<FaultKind> fault = ordered.isPresent() ? ordered : chance(stage);
        fault.ifPresent(kind -> happened.merge(kind, 1, Integer::sum));
        listener.decided(stage, operation, about, fault);
        return fault;
    }

    private Optional<FaultKind> ordered(FaultKind.Stage stage, SimulatedOperation operation, String about) {
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

    /** Returns how often each fault has occurred. */
    public synchronized Map<FaultKind, Integer> happened() {
        return Map.copyOf(happened);
    }
}
