package dev.butlerlabs.core.provider.nutanix;

import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.rest.SecretRedactor;
import java.util.Optional;

/** Converts the state of a virtual machine to a machine state. */
final class VmStateMapper {
    private VmStateMapper() {}

    /**
     * Returns the machine state. A machine that is on and has an address is running, regardless of its last change request.
     * Otherwise the state of the last request determines the state; its task is not needed.
     */
    static MachineState of(ObservedPrismVm vm, SecretRedactor echo) {
        if (vm.isLeaving()) {
            return new MachineState.Leaving(vm.uuid());
        }
        if (vm.isOn() && !vm.addresses().isEmpty()) {
            return new MachineState.Running(vm.uuid(), vm.addresses(), vm.macAddress(), Optional.empty());
        }
        if (vm.isFailed()) {
            return failed(vm, echo.withEncodedUserData(vm.userData()));
        }
        if (vm.isInWork() || vm.power().isEmpty()) {
            return new MachineState.Starting(vm.uuid(), "Prism is creating the virtual machine");
        }
        return vm.isOn()
                ? new MachineState.Starting(vm.uuid(), "the virtual machine is on but has no address yet")
                : new MachineState.Broken(
                        vm.uuid(),
                        "VMStopped",
                        "The virtual machine exists and its power state is %s.".formatted(vm.power()));
    }

    private static MachineState failed(ObservedPrismVm vm, SecretRedactor echo) {
        return new MachineState.Broken(
                vm.uuid(),
                PrismErrorClassification.isLackOfRoom(vm.messages()) ? "QuotaExceeded" : "VMFailed",
                PrismErrorClassification.ofFailedMachine(vm.name(), vm.messages(), echo)
                        .getMessage());
    }
}
