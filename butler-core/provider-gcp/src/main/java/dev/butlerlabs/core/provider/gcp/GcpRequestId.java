package dev.butlerlabs.core.provider.gcp;

import dev.butlerlabs.core.provider.MachineId;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * The idempotency key of a creation, derived from what is requested and from the attempt. If a response is lost, the repeated request has
 * the same ID and returns the same operation.
 */
record GcpRequestId(String value) {
    /**
     * Returns the ID of a creation.
     *
     * @param lastOperation the last operation on the name in this zone; Compute Engine remembers IDs for a while, also of a machine that
     *     was deleted since
     */
    static GcpRequestId ofCreation(MachineId id, String zone, String lastOperation) {
        String attempt = String.join("\n", id.owner().uid(), id.name(), zone, lastOperation);
        return new GcpRequestId(
                UUID.nameUUIDFromBytes(attempt.getBytes(StandardCharsets.UTF_8)).toString());
    }
}
