package dev.butlerlabs.core.provider.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineState;
import java.util.List;

/**
 * Finds and deletes disks. They are created with an instance and deleted with it, but a failed creation leaves some, and a user can change
 * that they are deleted.
 */
record GcpDisks(GcpClient client) {
    List<JsonNode> of(MachineId id) {
        return client.listAllZones("disks", GcpOwnership.filter(id)).stream()
                .filter(disk -> GcpOwnership.isOf(id, disk))
                .toList();
    }

    List<JsonNode> all() {
        return client.listAllZones("disks", GcpOwnership.filter());
    }

    /**
     * Returns the state of a machine without an instance, derived from its remaining disks. Disks that were never attached remain from a
     * failed creation, and the next creation replaces them. All others can contain data and are deleted only with the machine.
     */
    static MachineState state(List<JsonNode> disks) {
        if (disks.isEmpty()) {
            return new MachineState.Absent();
        }
        return disks.stream().allMatch(GcpDisks::isUnused)
                ? new MachineState.Starting("", "A disk of an earlier creation is being deleted.")
                : new MachineState.Leaving(path(disks.getFirst()));
    }

    static boolean isUnused(JsonNode disk) {
        return isLoose(disk) && disk.path("lastAttachTimestamp").asText("").isEmpty();
    }

    static boolean isLoose(JsonNode disk) {
        return disk.path("users").isEmpty();
    }

    static String path(JsonNode disk) {
        return "zones/%s/disks/%s"
                .formatted(
                        GcpPaths.name(disk.path("zone").asText("")),
                        disk.path("name").asText(""));
    }

    /** Deletes the disks that are not attached. A disk that is still in use by an operation is deleted by a later call. */
    void deleteLoose(List<JsonNode> disks) {
        disks.stream().filter(GcpDisks::isLoose).forEach(this::delete);
    }

    void delete(JsonNode disk) {
        client.delete(path(disk));
    }
}
