package dev.butlerlabs.core.provider.azure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.MachineId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the resources of machines. */
final class AzureMachineReader {
    private static final Map<String, String> WITH_STATE = Map.of("$expand", "instanceView");

    private final ArmClient arm;
    private final AzureSettings settings;
    private final ArmPaths paths;

    AzureMachineReader(ArmClient arm, AzureSettings settings) {
        this.arm = arm;
        this.settings = settings;
        this.paths = ArmPaths.of(settings);
    }

    /** Reads a machine. Its disks are listed only if it has no virtual machine: otherwise they are deleted with that. */
    ObservedAzureMachine read(MachineId id) {
        return read(id, false);
    }

    /** Reads a machine with all its disks. */
    ObservedAzureMachine readAll(MachineId id) {
        return read(id, true);
    }

    private ObservedAzureMachine read(MachineId id, boolean withDisks) {
        List<JsonNode> foreign = new ArrayList<>();
        Optional<JsonNode> vm = vm(id, foreign);
        Optional<JsonNode> nic =
                ours(id, find(ArmResourceType.NETWORK_INTERFACE, ArmPaths.nic(id.name()), Map.of()), foreign);
        Optional<JsonNode> address = settings.publicAddress() || vm.isEmpty() || withDisks
                ? ours(id, find(ArmResourceType.PUBLIC_ADDRESS, ArmPaths.publicAddress(id.name()), Map.of()), foreign)
                : Optional.empty();
        return new ObservedAzureMachine(
                id, vm, nic, address, vm.isEmpty() || withDisks ? disks(id, foreign) : List.of(), foreign);
    }

    private Optional<JsonNode> vm(MachineId id, List<JsonNode> foreign) {
        return ours(id, find(ArmResourceType.VIRTUAL_MACHINE, id.name(), WITH_STATE), foreign);
    }

    private Optional<JsonNode> find(ArmResourceType type, String name, Map<String, String> parameters) {
        return arm.find(paths.id(type, name), type.api(), parameters);
    }

    private static Optional<JsonNode> ours(MachineId id, Optional<JsonNode> found, List<JsonNode> foreign) {
        if (found.isPresent() && !AzureOwnershipTags.isOf(id, found.get())) {
            foreign.add(found.get());
            return Optional.empty();
        }
        return found;
    }

    private List<JsonNode> disks(MachineId id, List<JsonNode> foreign) {
        List<JsonNode> disks = new ArrayList<>();
        for (JsonNode disk : all(ArmResourceType.DISK)) {
            if (AzureOwnershipTags.isOf(id, disk)) {
                disks.add(disk);
            } else if (ArmPaths.isDiskOf(id.name(), disk.path("name").asText(""))) {
                foreign.add(disk);
            }
        }
        return disks;
    }

    /** Returns all resources of a type in the resource group. */
    List<JsonNode> all(ArmResourceType type) {
        return arm.list(paths.list(type), type.api(), Map.of());
    }
}
