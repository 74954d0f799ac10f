package dev.butlerlabs.core.provider.azure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineState;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The existing resources with the names of a machine. Those of another owner are in {@code foreign} only.
 *
 * @param disks all disks of the machine; empty, since unread, if its virtual machine exists
 * @param foreign resources with a name of the machine that do not belong to it
 */
record ObservedAzureMachine(
        MachineId id,
        Optional<JsonNode> vm,
        Optional<JsonNode> nic,
        Optional<JsonNode> publicAddress,
        List<JsonNode> disks,
        List<JsonNode> foreign) {
    ObservedAzureMachine {
        disks = List.copyOf(disks);
        foreign = List.copyOf(foreign);
    }

    /** Returns the state of the machine. A network interface without a virtual machine is that of a machine being created. */
    MachineState state() {
        if (vm.isPresent()) {
            return AzureVmStateMapper.of(vm.get(), nic, publicAddress);
        }
        List<JsonNode> parts = parts();
        if (parts.isEmpty()) {
            return new MachineState.Absent();
        }
        if (parts.stream().anyMatch(AzureVmStateMapper::isDeleting)) {
            return new MachineState.Leaving(parts.getFirst().path("id").asText(""));
        }
        return disks.isEmpty()
                ? new MachineState.Starting("", "The virtual machine has not been created yet.")
                : withoutVirtualMachine(disks.getFirst());
    }

    /** Disks are created together with their virtual machine, so this one has been running, and its disk can contain data. */
    private static MachineState withoutVirtualMachine(JsonNode disk) {
        return new MachineState.Broken(
                disk.path("id").asText(""),
                "VMVanished",
                "The virtual machine no longer exists; its disk %s remains."
                        .formatted(disk.path("name").asText("")));
    }

    private List<JsonNode> parts() {
        return Stream.of(disks.stream(), nic.stream(), publicAddress.stream())
                .flatMap(part -> part)
                .toList();
    }

    /** Rejects the creation of a machine whose names another owner uses. */
    void requireNoForeign() {
        if (!foreign.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.FOREIGN_RESOURCE,
                    "The resource %s already exists and does not belong to this cluster."
                            .formatted(foreign.getFirst().path("id").asText(id.name())));
        }
    }
}
