package dev.butlerlabs.sim.contract;

import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultOrder;
import dev.butlerlabs.sim.fault.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What goes wrong during a case: nothing, or one fault at one kind of request. */
record Fault(Optional<FaultOrder> order) {
    static final Fault NONE = new Fault(Optional.empty());

    private static final int AT_FIRST = 2;
    private static final List<Operation> REQUESTS =
            List.of(Operation.CREATE, Operation.READ, Operation.LIST, Operation.UPDATE, Operation.DELETE);

    /** Nothing, and every kind of fault that machines outlive, each at the first requests, whatever they are. */
    static List<Fault> everyKind() {
        List<Fault> faults = new ArrayList<>(List.of(NONE));
        for (FaultKind kind : FaultKind.values()) {
            switch (kind.stage()) {
                case WIRE ->
                    faults.add(
                            new Fault(Optional.of(new FaultOrder(Optional.empty(), kind, Optional.empty(), AT_FIRST))));
                case REQUEST -> faults.add(once(Operation.CREATE, kind));
                case MACHINE, SYSTEM, IMAGE, PROGRAM, PLACEMENT -> {}
            }
        }
        faults.add(once(Operation.BOOT, FaultKind.SLOW_BOOT));
        return faults;
    }

    /** Those, and every kind of the wire at every kind of request. */
    static List<Fault> everyKindEverywhere() {
        List<Fault> faults = new ArrayList<>(everyKind());
        for (FaultKind kind : FaultKind.values()) {
            if (kind.stage() == FaultKind.Stage.WIRE) {
                REQUESTS.forEach(operation -> faults.add(once(operation, kind)));
            }
        }
        return faults;
    }

    static Fault once(Operation operation, FaultKind kind) {
        return new Fault(Optional.of(FaultOrder.once(operation, kind)));
    }

    /** Whether it strikes whatever a case does. */
    boolean isCertain() {
        return order.filter(fault -> fault.operation().isEmpty()).isPresent();
    }

    boolean isNone() {
        return order.isEmpty();
    }

    @Override
    public String toString() {
        return order.map(fault -> fault.operation().map(Operation::word).orElse("any") + ":"
                        + fault.kind().word())
                .orElse("nothing");
    }
}
