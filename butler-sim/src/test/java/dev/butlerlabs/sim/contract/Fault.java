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

    private static final List<Operation> REQUESTS =
            List.of(Operation.CREATE, Operation.READ, Operation.LIST, Operation.UPDATE, Operation.DELETE);

    /** Nothing, and every fault that happens on the way to the infrastructure or at its door. */
    static List<Fault> ofRequests() {
        List<Fault> faults = new ArrayList<>(List.of(NONE));
        for (FaultKind kind : FaultKind.values()) {
            switch (kind.stage()) {
                case WIRE -> REQUESTS.forEach(operation -> faults.add(once(operation, kind)));
                case REQUEST -> faults.add(once(Operation.CREATE, kind));
                case MACHINE -> {}
            }
        }
        return faults;
    }

    /** Those, and what goes wrong with machines that still come to run. */
    static List<Fault> ofRequestsAndBoots() {
        List<Fault> faults = new ArrayList<>(ofRequests());
        faults.add(once(Operation.BOOT, FaultKind.SLOW_BOOT));
        return faults;
    }

    static Fault once(Operation operation, FaultKind kind) {
        return new Fault(Optional.of(FaultOrder.once(operation, kind)));
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
