package dev.butlerlabs.core.provider.gcp;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.gcp.GcpInsertHistory.Attempts;
import dev.butlerlabs.core.provider.rest.SecretRedactor;
import java.util.List;
import java.util.SortedMap;

/** Requests an instance in the zone of the machine or, if that had no capacity lately, in another one. */
final class GcpInstanceCreator {
    private final GcpClient client;
    private final GcpSettings settings;
    private final GcpZones zones;
    private final GcpInsertHistory history;

    GcpInstanceCreator(GcpClient client, GcpSettings settings, GcpZones zones, GcpInsertHistory history) {
        this.client = client;
        this.settings = settings;
        this.zones = zones;
        this.history = history;
    }

    /**
     * Requests the instance and does not wait for it.
     *
     * @param known the operations on the name in each zone of the region; none of them is a creation that still runs
     * @return the zone of the instance
     * @throws ButlerException with the failure of the last attempt, once; with CONFLICT if the name exists; with PROVIDER_TROUBLED if no
     *     zone has capacity
     */
    String create(MachineSpec spec, SortedMap<String, Attempts> known) {
        ButlerException full = null;
        for (String zone : zones.inOrderFor(spec.id().name(), spec.zone())) {
            Attempts attempts = known.getOrDefault(zone, new Attempts(List.of()));
            GcpOperation last =
                    attempts.lastCreation().filter(GcpOperation::isFailed).orElse(null);
            if (last != null && isFull(last) && history.isRecent(last)) {
                full = failure(spec, last);
                continue;
            }
            if (last != null && history.isNews(last)) {
                throw failure(spec, last);
            }
            GcpOperation started = insert(spec, zone, attempts);
            if (!started.isFailed()) {
                return zone;
            }
            full = failure(spec, started);
            if (!isFull(started)) {
                throw full;
            }
        }
        throw full == null ? new ButlerException(ErrorCode.PROVIDER_TROUBLED, "No zone is available.") : full;
    }

    private static boolean isFull(GcpOperation operation) {
        return GcpErrorClassification.isNoRoomInZone(operation.codes());
    }

    private GcpOperation insert(MachineSpec spec, String zone, Attempts attempts) {
        return client.post(
                "zones/%s/instances".formatted(zone),
                InstancePayload.of(spec, settings, zone),
                GcpRequestId.ofCreation(spec.id(), zone, attempts.last()),
                redactor(spec));
    }

    private ButlerException failure(MachineSpec spec, GcpOperation failed) {
        return GcpErrorClassification.ofOperation(
                "create the instance " + spec.id().name(), failed.error().orElseThrow(), redactor(spec));
    }

    private SecretRedactor redactor(MachineSpec spec) {
        return spec.userData().map(client.redactor()::withUserData).orElse(client.redactor());
    }
}
