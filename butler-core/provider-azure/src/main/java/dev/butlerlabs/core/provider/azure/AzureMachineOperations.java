package dev.butlerlabs.core.provider.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineOperations;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.rest.SecretRedactor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Manages virtual machines with their network interfaces and disks. Every resource is created with a condition that it does not
 * exist, so that concurrent calls never change each other's resources.
 */
final class AzureMachineOperations implements MachineOperations {
    private final ArmClient arm;
    private final AzureSettings settings;
    private final ArmPaths paths;
    private final AzureMachineReader reader;
    /** Zones without capacity so far; a new process starts again with the zone of the machine. */
    private final Map<MachineId, Integer> zonesWithoutCapacity = new ConcurrentHashMap<>();

    AzureMachineOperations(ArmClient arm, AzureSettings settings, AzureMachineReader reader) {
        this.arm = arm;
        this.settings = settings;
        this.paths = ArmPaths.of(settings);
        this.reader = reader;
    }

    @Override
    public MachineState observe(MachineId id) {
        MachineState state = reader.read(id).state();
        if (state instanceof MachineState.Running) {
            zonesWithoutCapacity.remove(id);
        }
        return state;
    }

    @Override
    public MachineState create(MachineSpec spec) {
        settings.requireMachineSettings();
        ObservedAzureMachine found = reader.read(spec.id());
        found.requireNoForeign();
        if (found.vm().isPresent()) {
            return adopted(spec.id(), found);
        }
        MachineState state = found.state();
        return state instanceof MachineState.Leaving || state instanceof MachineState.Broken
                ? state
                : launch(spec, found);
    }

    /** Deletes a virtual machine for which Azure had no capacity: it would never start. The next call creates another one. */
    private MachineState adopted(MachineId id, ObservedAzureMachine found) {
        JsonNode vm = found.vm().orElseThrow();
        if (AzureVmStateMapper.isWithoutCapacity(vm)) {
            zonesWithoutCapacity.merge(id, 1, Integer::sum);
            remove(ArmResourceType.VIRTUAL_MACHINE, vm);
        }
        return found.state();
    }

    private MachineState launch(MachineSpec spec, ObservedAzureMachine found) {
        List<Optional<String>> zones = AzureZoneSelection.inOrderFor(
                spec.id().name(), spec.zone(), settings, zonesWithoutCapacity.getOrDefault(spec.id(), 0));
        SecretRedactor redactor =
                spec.userData().map(text -> arm.redactor().withUserData(text)).orElseGet(arm::redactor);
        String nicId = found.nic()
                .or(() -> createNetworkInterface(spec, found, redactor))
                .map(nic -> nic.path("id").asText(""))
                .orElse("");
        if (nicId.isEmpty()) {
            return observe(spec.id());
        }
        ArmError full = null;
        for (Optional<String> zone : zones) {
            ArmClient.ArmResult result = arm.create(
                    paths.id(ArmResourceType.VIRTUAL_MACHINE, spec.id().name()),
                    ArmResourceType.VIRTUAL_MACHINE.api(),
                    VirtualMachineDocument.of(spec, settings, nicId, zone));
            if (result.isSuccess()) {
                return AzureVmStateMapper.of(result.body(), found.nic(), found.publicAddress());
            }
            full = result.error();
            if (full.isPreconditionFailed()) {
                return concurrent(spec.id());
            }
            if (!AzureErrorClassification.isWorthAnotherZone(full.code())) {
                break;
            }
        }
        throw full.exception("create the virtual machine " + spec.id().name(), redactor);
    }

    /** Returns what another call has created in the meantime. */
    private MachineState concurrent(MachineId id) {
        ObservedAzureMachine now = reader.read(id);
        now.requireNoForeign();
        return now.state();
    }

    /** @return empty if another call created it in the meantime */
    private Optional<JsonNode> createNetworkInterface(
            MachineSpec spec, ObservedAzureMachine found, SecretRedactor redactor) {
        String name = spec.id().name();
        Optional<String> address = Optional.empty();
        if (settings.publicAddress()) {
            address = found.publicAddress()
                    .or(() -> create(
                            ArmResourceType.PUBLIC_ADDRESS,
                            ArmPaths.publicAddress(name),
                            NetworkInterfaceDocument.publicAddress(spec, settings, Optional.empty()),
                            redactor))
                    .map(created -> created.path("id").asText(""));
            if (address.isEmpty()) {
                return Optional.empty();
            }
        }
        return create(
                ArmResourceType.NETWORK_INTERFACE,
                ArmPaths.nic(name),
                NetworkInterfaceDocument.of(spec, settings, address),
                redactor);
    }

    private Optional<JsonNode> create(ArmResourceType type, String name, ObjectNode body, SecretRedactor redactor) {
        ArmClient.ArmResult result = arm.create(paths.id(type, name), type.api(), body);
        if (result.isSuccess()) {
            return Optional.of(result.body());
        }
        if (result.error().isPreconditionFailed()) {
            return Optional.empty();
        }
        throw result.error().exception("create the %s %s".formatted(type.title(), name), redactor);
    }

    /** Deletes the virtual machine, and what remained of earlier ones. Parts that are attached to it are deleted with it. */
    @Override
    public void delete(MachineId id) {
        ObservedAzureMachine found = reader.readAll(id);
        found.vm()
                .filter(vm -> !AzureVmStateMapper.isDeleting(vm))
                .ifPresent(vm -> remove(ArmResourceType.VIRTUAL_MACHINE, vm));
        removeLoose(found);
    }

    private void removeLoose(ObservedAzureMachine found) {
        found.disks().stream()
                .filter(AzureMachineOperations::isLoose)
                .forEach(disk -> remove(ArmResourceType.DISK, disk));
        found.nic()
                .filter(AzureMachineOperations::isLoose)
                .ifPresent(nic -> remove(ArmResourceType.NETWORK_INTERFACE, nic));
        found.publicAddress()
                .filter(AzureMachineOperations::isLoose)
                .ifPresent(address -> remove(ArmResourceType.PUBLIC_ADDRESS, address));
    }

    /** Returns whether a part is neither attached to another resource nor being deleted. */
    static boolean isLoose(JsonNode part) {
        return part.path("managedBy").asText("").isEmpty()
                && part.at("/properties/virtualMachine/id").asText("").isEmpty()
                && part.at("/properties/ipConfiguration/id").asText("").isEmpty()
                && !AzureVmStateMapper.isDeleting(part);
    }

    private void remove(ArmResourceType type, JsonNode resource) {
        arm.delete(paths.id(type, resource.path("name").asText("")), type.api());
    }
}
