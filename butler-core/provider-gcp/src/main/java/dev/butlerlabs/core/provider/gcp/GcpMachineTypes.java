package dev.butlerlabs.core.provider.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.discovery.MachineTypeOffer;
import dev.butlerlabs.core.provider.discovery.SettingChoice;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds the machine types that zones offer. */
final class GcpMachineTypes {
    /** General-purpose types whose disks are not NVMe devices, as the default of {@code talos.installDisk} requires. */
    private static final Pattern USUAL = Pattern.compile("(e2|n2|n2d)-(standard|highmem)-(4|8|16)");

    private static final Pattern NAME = Pattern.compile("[a-z]([-a-z0-9]{0,61}[a-z0-9])?");

    private final GcpClient client;

    GcpMachineTypes(GcpClient client) {
        this.client = client;
    }

    /** Returns the predefined types that all these zones offer. */
    List<SettingChoice> list(List<String> zones) {
        return choices(zones.stream()
                .map(zone -> client.list("zones/%s/machineTypes".formatted(zone), Optional.empty()))
                .toList());
    }

    /** @param byZone the machine types of each zone */
    static List<SettingChoice> choices(List<List<JsonNode>> byZone) {
        if (byZone.isEmpty()) {
            return List.of();
        }
        List<Set<String>> names = byZone.stream()
                .map(types -> types.stream().map(GcpMachineTypes::name).collect(Collectors.toSet()))
                .toList();
        return MachineTypeOffer.choices(
                byZone.getFirst().stream()
                        .filter(type -> type.at("/deprecated/state").asText("").isEmpty())
                        .filter(type -> names.stream().allMatch(zone -> zone.contains(name(type))))
                        .map(GcpMachineTypes::offer),
                USUAL);
    }

    /**
     * Returns a type, also a custom one, which lists do not contain.
     *
     * @return empty if one of the zones does not offer it
     */
    Optional<SettingChoice> find(String name, List<String> zones) {
        if (!NAME.matcher(name).matches()) {
            return Optional.empty();
        }
        Optional<SettingChoice> found = Optional.empty();
        for (String zone : zones) {
            found = client.find("zones/%s/machineTypes/%s".formatted(zone, name))
                    .map(type -> offer(type).toChoice());
            if (found.isEmpty()) {
                return found;
            }
        }
        return found;
    }

    private static MachineTypeOffer offer(JsonNode type) {
        return new MachineTypeOffer(
                name(type),
                type.path("guestCpus").asInt(),
                type.path("memoryMb").asLong(),
                type.path("architecture").asText("").equals("ARM64"));
    }

    private static String name(JsonNode type) {
        return type.path("name").asText("");
    }
}
