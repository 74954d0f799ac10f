package dev.butlerlabs.sim.contract;

import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultSpec;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What goes wrong during a case: nothing, or one fault at one kind of request. */
record Fault(Optional<FaultSpec> order) {
    static final Fault NONE = new Fault(Optional.empty());

    /** Whether all combinations of cases, faults and providers run, also those that another combination covers. */
    static final boolean ALL = Boolean.getBoolean("butler.contract.all");

    private static final int AT_FIRST = 2;
    private static final List<SimulatedOperation> REQUESTS = List.of(
            SimulatedOperation.CREATE,
            SimulatedOperation.READ,
            SimulatedOperation.LIST,
            SimulatedOperation.UPDATE,
            SimulatedOperation.DELETE);

    /** Nothing, and every kind of fault that machines outlive, each at the first requests, whatever they are. */
    static List<Fault> everyKind() {
        List<Fault> faults = new ArrayList<>(List.of(NONE));
        for (FaultKind kind : FaultKind.values()) {
            switch (kind.stage()) {
                case WIRE ->
                    faults.add(
                            new Fault(Optional.of(new FaultSpec(Optional.empty(), kind, Optional.empty(), AT_FIRST))));
                case REQUEST -> faults.add(once(SimulatedOperation.CREATE, kind));
                case MACHINE, TRANSFER, SYSTEM, UPGRADE, KUBELET, ETCD, IMAGE, PROGRAM, PLACEMENT -> {}
            }
        }
        faults.add(once(SimulatedOperation.BOOT, FaultKind.SLOW_BOOT));
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

    static Fault once(SimulatedOperation operation, FaultKind kind) {
        return new Fault(Optional.of(FaultSpec.once(operation, kind)));
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
        return order.map(
                        fault -> fault.operation().map(SimulatedOperation::word).orElse("any") + ":"
                                + fault.kind().word())
                .orElse("nothing");
    }
}
