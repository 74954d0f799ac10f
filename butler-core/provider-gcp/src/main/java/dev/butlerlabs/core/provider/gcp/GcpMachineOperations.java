package dev.butlerlabs.core.provider.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineOperations;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.gcp.GcpInsertHistory.Attempts;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Manages instances as machines, identified by name and labels. A name is unique in a zone, so the only possible duplicate is in another
 * zone.
 */
final class GcpMachineOperations implements MachineOperations {
    private static final String CREATING = "Compute Engine is creating the instance.";

    private final GcpClient client;
    private final GcpZones zones;
    private final GcpInstances instances;
    private final GcpDisks disks;
    private final GcpInsertHistory history;
    private final GcpInstanceCreator creator;

    GcpMachineOperations(
            GcpClient client,
            GcpZones zones,
            GcpInstances instances,
            GcpDisks disks,
            GcpInsertHistory history,
            GcpInstanceCreator creator) {
        this.client = client;
        this.zones = zones;
        this.instances = instances;
        this.disks = disks;
        this.history = history;
        this.creator = creator;
    }

    @Override
    public MachineState observe(MachineId id) {
        return instances
                .find(id)
                .map(instance -> instance.state(client.project()))
                .or(() -> pending(id, history.of(id, zones.ofRegion())))
                .orElseGet(() -> GcpDisks.state(disks.of(id)));
    }

    /** Returns the state of a creation whose instance is not listed yet. */
    private Optional<MachineState> pending(MachineId id, SortedMap<String, Attempts> attempts) {
        return attempts.entrySet().stream()
                .filter(entry -> entry.getValue().isCreating())
                .findFirst()
                .map(entry -> starting(id, entry.getKey()));
    }

    private MachineState starting(MachineId id, String zone) {
        return new MachineState.Starting(GcpInstance.providerId(client.project(), zone, id.name()), CREATING);
    }

    @Override
    public MachineState create(MachineSpec spec) {
        List<GcpInstance> named = instances.named(spec.id().name());
        Optional<MachineState> kept = kept(spec.id(), named);
        if (kept.isPresent()) {
            return kept.get();
        }
        refuseForeign(spec.id(), named);
        SortedMap<String, Attempts> attempts = history.of(spec.id(), zones.ofRegion());
        Optional<MachineState> pending = pending(spec.id(), attempts);
        if (pending.isPresent()) {
            return pending.get();
        }
        List<JsonNode> remaining = disks.of(spec.id());
        if (!remaining.isEmpty()) {
            remaining.stream().filter(GcpDisks::isUnused).forEach(disks::delete);
            return GcpDisks.state(remaining);
        }
        return created(spec, attempts);
    }

    private MachineState created(MachineSpec spec, SortedMap<String, Attempts> attempts) {
        try {
            return starting(spec.id(), creator.create(spec, attempts));
        } catch (ButlerException e) {
            if (e.code() != ErrorCode.CONFLICT) {
                throw e;
            }
            List<GcpInstance> named = instances.named(spec.id().name());
            refuseForeign(spec.id(), named);
            return kept(spec.id(), named).orElseThrow(() -> e);
        }
    }

    /** Keeps the oldest instance and deletes the others. */
    private Optional<MachineState> kept(MachineId id, List<GcpInstance> named) {
        List<GcpInstance> own =
                named.stream().filter(instance -> instance.isOf(id)).toList();
        own.stream().skip(1).forEach(instances::delete);
        return own.stream().findFirst().map(instance -> instance.state(client.project()));
    }

    private static void refuseForeign(MachineId id, List<GcpInstance> named) {
        if (named.stream().anyMatch(instance -> instance.isOf(id))) {
            return;
        }
        named.stream().findFirst().ifPresent(foreign -> {
            throw new ButlerException(
                    ErrorCode.FOREIGN_RESOURCE,
                    "The instance %s exists in the zone %s and does not belong to this cluster."
                            .formatted(foreign.name(), foreign.zone()),
                    "Rename the cluster, or delete that instance if it is not needed.");
        });
    }

    @Override
    public void delete(MachineId id) {
        List<GcpInstance> own = instances.of(id);
        own.forEach(instances::delete);
        if (own.isEmpty()) {
            disks.deleteLoose(disks.of(id));
        }
    }
}
