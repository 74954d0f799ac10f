package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ResourceState;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * Reports injected faults, and how each was overcome as far as it was observed: the request was repeated, the machine runs and
 * exists once, or the addon is ready. Not thread-safe.
 */
final class FaultOutcomes {
    private static final Set<ResourceState> UP =
            EnumSet.of(ResourceState.RUNNING, ResourceState.CONFIGURED, ResourceState.READY);

    private final String cluster;
    private final ProgressReporter progress;
    private final ToLongFunction<String> machines;
    private final Map<String, Pending> pending = new LinkedHashMap<>();
    private int count;

    /** A fault whose effect was not overcome yet. */
    private record Pending(FaultKind kind, SimulatedOperation operation, String about, boolean wasDown) {
        /** Returns whether a machine that runs proves that the effect is overcome. */
        boolean isOverWhenUp() {
            boolean breaksLater = kind == FaultKind.VANISH || kind == FaultKind.STOP;
            return breaksLater ? wasDown : !isOverWhenRepeated() || isLostCreation();
        }

        boolean isLostCreation() {
            return kind == FaultKind.LOST_RESPONSE && operation == SimulatedOperation.CREATE;
        }

        boolean isOverWhenRepeated() {
            return switch (kind.stage()) {
                case WIRE, REQUEST, TRANSFER -> true;
                case MACHINE, SYSTEM, UPGRADE, KUBELET, ETCD, IMAGE, PROGRAM, PLACEMENT -> false;
            };
        }

        boolean isRepeatedBy(FaultKind.Stage stage, SimulatedOperation other, String object) {
            return isOverWhenRepeated() && kind.stage() == stage && operation == other && about.equals(object);
        }

        Pending down() {
            return new Pending(kind, operation, about, true);
        }
    }

    FaultOutcomes(String cluster, ProgressReporter progress, ToLongFunction<String> machines) {
        this.cluster = cluster;
        this.progress = progress;
        this.machines = machines;
    }

    /** Processes what was decided for a request. */
    void decided(FaultKind.Stage stage, SimulatedOperation operation, String about, Optional<FaultKind> fault) {
        if (fault.isPresent()) {
            String id = Integer.toString(++count);
            progress.faultInjected(id, about, FaultText.of(fault.get(), target(operation, about)));
            pending.put(id, new Pending(fault.get(), operation, about, false));
        } else if (!pending.isEmpty()) {
            handle(one -> one.isRepeatedBy(stage, operation, about) && !isLostMachine(one), _ -> "request repeated");
        }
    }

    /** A machine whose creation got no response is found again, or the same request is repeated: only the result counts. */
    private boolean isLostMachine(Pending fault) {
        return fault.isLostCreation() && machines.applyAsLong(fault.about()) > 0;
    }

    private String target(SimulatedOperation operation, String about) {
        if (about.isEmpty()) {
            return "a %s request".formatted(operation.word());
        }
        String prefix = cluster + "-";
        return about.startsWith(prefix) ? about.substring(prefix.length()) : about;
    }

    void machineChanged(String name, ResourceState state) {
        if (UP.contains(state)) {
            handle(one -> one.about().equals(name) && one.isOverWhenUp(), one -> outcome(one, name));
        } else {
            pending.replaceAll((id, one) -> one.about().equals(name) ? one.down() : one);
        }
    }

    private String outcome(Pending fault, String name) {
        if (!fault.isLostCreation()) {
            return "machine running";
        }
        long found = machines.applyAsLong(name);
        return found == 1 ? "machine found again, no duplicate" : "%d machines of this name exist".formatted(found);
    }

    void addonChanged(String name, ResourceState state) {
        if (state == ResourceState.READY) {
            handle(one -> one.about().contains(name) && !one.isOverWhenRepeated(), _ -> "addon ready");
        }
    }

    private void handle(Predicate<Pending> isOver, Function<Pending, String> outcome) {
        pending.entrySet().removeIf(entry -> {
            boolean isHandled = isOver.test(entry.getValue());
            if (isHandled) {
                progress.faultHandled(entry.getKey(), outcome.apply(entry.getValue()));
            }
            return isHandled;
        });
    }
}
