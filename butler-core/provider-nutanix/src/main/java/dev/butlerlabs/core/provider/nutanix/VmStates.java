package dev.butlerlabs.core.provider.nutanix;

import dev.butlerlabs.core.provider.MachineState;
import java.util.Optional;

/** What a virtual machine's own words mean for the machine that was asked for. */
final class VmStates {
    private VmStates() {}

    /**
     * A machine that is on and has an address runs, whatever became of the last change that somebody asked of it. Otherwise the
     * state of the last request tells what is awaited; its task need not be known for that.
     */
    static MachineState of(Vm vm, Echo echo) {
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
            return new MachineState.Starting(vm.uuid(), "Prism makes the virtual machine");
        }
        return vm.isOn()
                ? new MachineState.Starting(vm.uuid(), "the virtual machine is on and has no address yet")
                : new MachineState.Broken(
                        vm.uuid(),
                        "VMStopped",
                        "The virtual machine is there and its power is %s.".formatted(vm.power()));
    }

    private static MachineState failed(Vm vm, Echo echo) {
        return new MachineState.Broken(
                vm.uuid(),
                Refusal.isLackOfRoom(vm.messages()) ? "QuotaExceeded" : "VMFailed",
                Refusal.ofFailedMachine(vm.name(), vm.messages(), echo).getMessage());
    }
}
