package dev.butlerlabs.core.provider.nutanix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.OwnershipDescriptionCodec;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A virtual machine as returned by Prism.
 *
 * @param state state of the last request: PENDING, RUNNING, COMPLETE, ERROR, or one that starts with DELETE
 * @param power ON, OFF, PAUSED…; empty while the machine does not exist yet
 * @param macAddress MAC address of the first network interface, assigned when the machine is created
 * @param hasDisks whether any of its disks was created
 */
record ObservedPrismVm(
        String uuid,
        String name,
        Optional<OwnerId> owner,
        String state,
        List<PrismErrorClassification.Message> messages,
        String power,
        List<String> addresses,
        Optional<String> macAddress,
        boolean hasDisks,
        Instant createdAt,
        Optional<String> userData) {
    /** Orders several machines with one name: machines that stay come first, and of these the oldest. */
    static final Comparator<ObservedPrismVm> KEPT_FIRST = Comparator.comparing(ObservedPrismVm::isLeaving)
            .thenComparing(ObservedPrismVm::isStillborn)
            .thenComparing(ObservedPrismVm::createdAt)
            .thenComparing(ObservedPrismVm::uuid);

    private static final String USER_DATA = "/spec/resources/guest_customization/cloud_init/user_data";

    ObservedPrismVm {
        messages = List.copyOf(messages);
        addresses = List.copyOf(addresses);
    }

    static ObservedPrismVm of(JsonNode entity) {
        String name = JsonDocument.text(entity, "/spec/name")
                .or(() -> JsonDocument.text(entity, "/status/name"))
                .orElse("");
        String description = JsonDocument.text(entity, "/spec/description")
                .or(() -> JsonDocument.text(entity, "/status/description"))
                .orElse("");
        JsonNode status = entity.path("status");
        JsonNode cards = status.at("/resources/nic_list");
        return new ObservedPrismVm(
                entity.at("/metadata/uuid").asText(""),
                name,
                OwnershipDescriptionCodec.owner(name, description),
                status.path("state").asText(""),
                PrismErrorClassification.messages(status),
                status.at("/resources/power_state").asText(""),
                VmAddresses.usable(cards),
                JsonDocument.items(cards)
                        .flatMap(card -> JsonDocument.text(card, "/mac_address").stream())
                        .findFirst(),
                JsonDocument.items(status.at("/resources/disk_list"))
                        .anyMatch(disk -> JsonDocument.text(disk, "/uuid").isPresent()),
                JsonDocument.text(entity, "/metadata/creation_time")
                        .map(ObservedPrismVm::time)
                        .orElse(Instant.EPOCH),
                JsonDocument.text(entity, USER_DATA));
    }

    private static Instant time(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException _) {
            return Instant.EPOCH;
        }
    }

    boolean isOf(MachineId id) {
        return name.equals(id.name()) && owner.equals(Optional.of(id.owner()));
    }

    boolean isLeaving() {
        return state.startsWith("DELETE");
    }

    boolean isOn() {
        return power.equals("ON");
    }

    /** Returns whether the last request failed. */
    boolean isFailed() {
        return state.equals("ERROR");
    }

    /** Returns whether creation failed before there was a machine, so that nothing can be lost. */
    boolean isStillborn() {
        return isFailed() && macAddress.isEmpty() && !hasDisks && !isOn();
    }

    /** Returns whether Prism is processing a request. */
    boolean isInWork() {
        return state.equals("PENDING") || state.equals("RUNNING");
    }

    @Override
    public String toString() {
        return "Vm[" + name + ", " + uuid + ", " + state + "]";
    }
}
