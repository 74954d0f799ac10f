package dev.butlerlabs.sim.azure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The rules for new virtual machines beyond the form of the request. Callers hold the lock of the registry. */
final class AzureVmRules {
    private static final int LARGEST_CUSTOM_DATA = 64 * 1024;
    private static final int SHORTEST_PASSWORD = 6;
    private static final int LONGEST_PASSWORD = 72;

    private final SimulationOptions options;
    private final ArmRegistry registry;
    private final Set<String> restrictedSizes = new HashSet<>();
    private final Map<String, Set<String>> restrictedZones = new HashMap<>();

    AzureVmRules(SimulationOptions options, ArmRegistry registry) {
        this.options = options;
        this.registry = registry;
    }

    void restrict(String size) {
        synchronized (registry) {
            restrictedSizes.add(size);
        }
    }

    Set<String> restricted() {
        synchronized (registry) {
            return Set.copyOf(restrictedSizes);
        }
    }

    void restrict(String size, String zone) {
        synchronized (registry) {
            restrictedZones.computeIfAbsent(size, _ -> new TreeSet<>()).add(zone);
        }
    }

    /** Returns the zones in which the subscription cannot use a size. */
    List<String> restrictedZones(String size) {
        synchronized (registry) {
            return List.copyOf(restrictedZones.getOrDefault(size, Set.of()));
        }
    }

    void check(String id, String name, JsonNode body, int machines) {
        requireNames(name, body);
        requireSize(body);
        requirePlacement(body);
        requireLogin(body.at("/properties/osProfile"));
        AzureImages.requireImage(registry, body.at("/properties/storageProfile/imageReference"));
        requireDisks(body.at("/properties/storageProfile"));
        requireCards(id, body.at("/properties/networkProfile/networkInterfaces"));
        requireQuota(name, machines);
    }

    private static void requireNames(String name, JsonNode body) {
        String computer = body.at("/properties/osProfile/computerName").asText("");
        if (name.length() > 64 || !name.matches("[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9_])?")) {
            throw ArmException.invalid(
                    "InvalidParameter", "Linux virtual machine name is not valid: %s".formatted(name));
        }
        if (computer.length() > 64 || !computer.matches("[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?")) {
            throw ArmException.invalid("InvalidParameter", "Linux host name is not valid: %s".formatted(computer));
        }
    }

    private void requireSize(JsonNode body) {
        String size = body.at("/properties/hardwareProfile/vmSize").asText("");
        if (AzureCatalog.size(size).isEmpty()) {
            throw ArmException.invalid(
                    "InvalidParameter", "The value %s provided for the VM size is not valid.".formatted(size));
        }
        if (restrictedSizes.contains(size)) {
            throw new ArmException(
                    409,
                    "SkuNotAvailable",
                    "The requested VM size '%s' is currently not available in location '%s'."
                            .formatted(size, AzureCatalog.LOCATION));
        }
        String zone = body.at("/zones/0").asText("");
        if (restrictedZones.getOrDefault(size, Set.of()).contains(zone)) {
            throw new ArmException(
                    409,
                    "SkuNotAvailable",
                    "The requested VM size '%s' is currently not available in location '%s' zones '%s'."
                            .formatted(size, AzureCatalog.LOCATION, zone));
        }
    }

    private static void requirePlacement(JsonNode body) {
        boolean set = !body.at("/properties/availabilitySet").isMissingNode();
        if (set && body.path("zones").size() > 0) {
            throw ArmException.invalid(
                    "BadRequest", "Virtual Machine cannot be created in an availability zone and an availability set.");
        }
        if (body.path("zones").size() > 1) {
            throw ArmException.invalid("InvalidParameter", "A virtual machine can be in one availability zone.");
        }
        String zone = body.at("/zones/0").asText("");
        if (!zone.isEmpty() && !AzureCatalog.ZONES.contains(zone)) {
            throw ArmException.invalid(
                    "InvalidAvailabilityZone", "The zone(s) '%s' for resource is not supported.".formatted(zone));
        }
    }

    private static void requireLogin(JsonNode system) {
        String password = system.path("adminPassword").asText("");
        boolean keys = system.at("/linuxConfiguration/ssh/publicKeys").size() > 0;
        long kinds = Stream.of(".*[a-z].*", ".*[A-Z].*", ".*[0-9].*", ".*[^A-Za-z0-9].*")
                .filter(password::matches)
                .count();
        if (!keys && (password.length() < SHORTEST_PASSWORD || password.length() > LONGEST_PASSWORD || kinds < 3)) {
            throw ArmException.invalid(
                    "InvalidParameter",
                    "The supplied password must be between 6-72 characters long and must satisfy at least 3 of password complexity requirements.");
        }
        String data = system.path("customData").asText("");
        if (data.length() > LARGEST_CUSTOM_DATA) {
            throw ArmException.invalid(
                    "InvalidParameter", "Custom data in OSProfile must be no longer than 65535 bytes in Base64.");
        }
        try {
            Base64.getDecoder().decode(data);
        } catch (IllegalArgumentException e) {
            throw ArmException.invalid(
                    "InvalidParameter",
                    "Custom data in OSProfile must be in Base64 encoding and with a maximum length of 87380 characters.");
        }
    }

    private void requireDisks(JsonNode storage) {
        Stream.concat(
                        Stream.of(storage.path("osDisk")),
                        storage.path("dataDisks").valueStream())
                .map(disk -> disk.path("name").asText(""))
                .filter(name -> !name.isEmpty())
                .filter(name -> registry.find(AzureCatalog.groupPath(ArmRegistry.DISK) + "/" + name)
                        .isPresent())
                .findFirst()
                .ifPresent(name -> {
                    throw new ArmException(
                            409, "ConflictingUserInput", "Disk '%s' already exists in resource group.".formatted(name));
                });
    }

    private void requireCards(String id, JsonNode cards) {
        if (cards.isEmpty()) {
            throw ArmException.invalid("InvalidParameter", "Virtual machine must have at least one network interface.");
        }
        for (JsonNode card : cards) {
            String nic = card.path("id").asText("");
            registry.require(nic, "InvalidResourceReference");
            registry.all(ArmRegistry.VM).stream()
                    .filter(vm -> !vm.id.equalsIgnoreCase(id))
                    .filter(vm -> vm.at("/properties/networkProfile/networkInterfaces")
                            .valueStream()
                            .anyMatch(other -> other.path("id").asText("").equalsIgnoreCase(nic)))
                    .findFirst()
                    .ifPresent(vm -> {
                        throw ArmException.invalid(
                                "NicInUse",
                                "Network Interface %s is used by existing resource %s.".formatted(nic, vm.id));
                    });
        }
    }

    private void requireQuota(String name, int machines) {
        boolean refused = options.faults()
                .next(FaultKind.Stage.REQUEST, SimulatedOperation.CREATE, name)
                .isPresent();
        if (refused || machines >= options.capacity()) {
            throw new ArmException(
                    409,
                    "OperationNotAllowed",
                    "Operation could not be completed as it results in exceeding approved Total Regional Cores quota. Additional details - Location: %s, Current Limit: %d."
                            .formatted(AzureCatalog.LOCATION, options.capacity()));
        }
    }
}
