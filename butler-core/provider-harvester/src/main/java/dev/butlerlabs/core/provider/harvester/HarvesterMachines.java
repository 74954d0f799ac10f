package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.Machines;
import dev.butlerlabs.core.provider.Ownership;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Manages virtual machines of one namespace. Volumes and the secret are created first and the virtual machine last, because
 * Harvester validates a virtual machine by its volumes. They then get an owner reference to it, so that they are deleted with it.
 */
final class HarvesterMachines implements Machines {
    /** Errors after which nothing was created. */
    private static final Set<ErrorCode> REFUSED =
            Set.of(ErrorCode.QUOTA, ErrorCode.FORBIDDEN, ErrorCode.PROVIDER, ErrorCode.FOREIGN_RESOURCE);

    private final HarvesterApi api;
    private final HarvesterSettings settings;

    HarvesterMachines(HarvesterApi api, HarvesterSettings settings) {
        this.api = api;
        this.settings = settings;
    }

    @Override
    public MachineState observe(MachineId id) {
        return machine(id).map(this::state).orElseGet(() -> stateWithoutMachine(id));
    }

    /** Reads again if there are parts: their virtual machine may just have been created. */
    private MachineState stateWithoutMachine(MachineId id) {
        List<Part> parts = parts(id);
        return parts.isEmpty()
                ? new MachineState.Absent()
                : machine(id).map(this::state).orElseGet(() -> stateOfRemains(parts));
    }

    private Optional<GenericKubernetesResource> machine(MachineId id) {
        return api.find(Kind.VIRTUAL_MACHINE, id.name()).filter(found -> Fields.belongsTo(found, id));
    }

    private MachineState state(GenericKubernetesResource machine) {
        return new Sighting(machine, api.find(Kind.INSTANCE, Fields.name(machine))).state();
    }

    /**
     * Returns the state of parts without a virtual machine. Parts that had one are garbage-collected; others remain from an
     * interrupted creation.
     */
    private static MachineState stateOfRemains(List<Part> parts) {
        return parts.stream().allMatch(part -> part.isLeaving() || part.isGiven())
                ? new MachineState.Leaving("")
                : new MachineState.Starting("", "waiting for the virtual machine to be created");
    }

    @Override
    public MachineState create(MachineSpec spec) {
        // Read the parts first: parts that have a virtual machine now, and none in the next request, have lost it.
        List<Part> found = parts(spec.id());
        Optional<GenericKubernetesResource> present =
                api.find(Kind.VIRTUAL_MACHINE, spec.id().name());
        present.ifPresent(machine -> requireOurs(Kind.VIRTUAL_MACHINE, machine, spec.id()));
        if (present.filter(Fields::isLeaving).isPresent() || found.stream().anyMatch(Part::isLeaving)) {
            return new MachineState.Leaving(present.map(Fields::uid).orElse(""));
        }
        return present.map(machine -> completed(spec, found, machine)).orElseGet(() -> made(spec, found));
    }

    private MachineState completed(MachineSpec spec, List<Part> found, GenericKubernetesResource machine) {
        completed(spec, found).forEach(part -> give(part, machine));
        return state(machine);
    }

    /** Creates a machine. Disks of a deleted machine are not reused, since they contain its installation. */
    private MachineState made(MachineSpec spec, List<Part> found) {
        if (found.stream().anyMatch(Part::isGiven)) {
            remove(found);
            return new MachineState.Leaving("");
        }
        List<Part> parts = completed(spec, found);
        GenericKubernetesResource machine = madeOrGivenUp(spec, parts);
        parts.forEach(part -> give(part, machine));
        return new Sighting(machine, Optional.empty()).state();
    }

    /** Creates the virtual machine, and deletes its parts if it is rejected permanently. */
    private GenericKubernetesResource madeOrGivenUp(MachineSpec spec, List<Part> parts) {
        try {
            return made(Kind.VIRTUAL_MACHINE, new VirtualMachine(spec, settings).payload(), spec.id());
        } catch (ButlerException refusal) {
            if (REFUSED.contains(refusal.code())) {
                giveUp(spec.id(), parts, refusal);
            }
            throw refusal;
        }
    }

    private void giveUp(MachineId id, List<Part> parts, ButlerException refusal) {
        try {
            if (machine(id).isEmpty()) {
                remove(parts);
            }
        } catch (ButlerException e) {
            refusal.addSuppressed(e);
        }
    }

    /** Returns the existing parts and creates the missing ones. */
    private List<Part> completed(MachineSpec spec, List<Part> found) {
        MachineParts wanted = new MachineParts(spec, settings);
        List<Part> parts = new ArrayList<>();
        parts.add(found(found, Kind.VOLUME, MachineParts.rootVolume(spec.id().name()))
                .orElseGet(() -> make(Kind.VOLUME, wanted.bootVolume(image(spec)), spec.id())));
        wanted.dataVolumes().forEach(volume -> parts.add(completed(found, Kind.VOLUME, volume, spec.id())));
        wanted.secret().ifPresent(secret -> parts.add(completed(found, Kind.SECRET, secret, spec.id())));
        return parts;
    }

    private BootImage image(MachineSpec spec) {
        return new BootImages(api).require(settings.imageOf(spec));
    }

    private Part completed(List<Part> found, Kind kind, GenericKubernetesResource wanted, MachineId id) {
        return found(found, kind, Fields.name(wanted)).orElseGet(() -> make(kind, wanted, id));
    }

    private static Optional<Part> found(List<Part> found, Kind kind, String name) {
        return found.stream()
                .filter(part ->
                        part.kind() == kind && Fields.name(part.object()).equals(name))
                .findFirst();
    }

    private Part make(Kind kind, GenericKubernetesResource wanted, MachineId id) {
        return new Part(kind, made(kind, wanted, id));
    }

    /** Creates an object, or returns the one that an earlier call created. */
    private GenericKubernetesResource made(Kind kind, GenericKubernetesResource wanted, MachineId id) {
        return api.create(kind, wanted).orElseGet(() -> {
            GenericKubernetesResource holder = api.find(kind, Fields.name(wanted))
                    .orElseThrow(() -> new ButlerException(
                            ErrorCode.CONFLICT,
                            "The %s %s existed but was deleted.".formatted(kind.title(), Fields.name(wanted))));
            requireOurs(kind, holder, id);
            return holder;
        });
    }

    private static void requireOurs(Kind kind, GenericKubernetesResource found, MachineId id) {
        if (!Fields.belongsTo(found, id)) {
            throw new ButlerException(
                    ErrorCode.FOREIGN_RESOURCE,
                    "The %s %s in namespace %s does not belong to this cluster."
                            .formatted(
                                    kind.title(),
                                    Fields.name(found),
                                    found.getMetadata().getNamespace()));
        }
    }

    private void give(Part part, GenericKubernetesResource machine) {
        if (!part.isGivenTo(machine)) {
            api.merge(part.kind(), part.object(), part.givenTo(machine));
        }
    }

    /**
     * Harvester rejects the deletion of a volume while a virtual machine uses it. If the virtual machine exists, the parts get a
     * missing owner reference and are deleted with it; otherwise they are deleted here.
     */
    @Override
    public void delete(MachineId id) {
        Optional<GenericKubernetesResource> machine = machine(id);
        List<Part> parts = parts(id);
        if (machine.isEmpty()) {
            remove(parts);
            return;
        }
        parts.forEach(part -> give(part, machine.get()));
        if (!Fields.isLeaving(machine.get())) {
            api.delete(Kind.VIRTUAL_MACHINE, machine.get());
        }
    }

    private void remove(List<Part> parts) {
        parts.stream().filter(part -> !part.isLeaving()).forEach(part -> api.delete(part.kind(), part.object()));
    }

    private List<Part> parts(MachineId id) {
        List<Part> parts = new ArrayList<>();
        for (Kind kind : List.of(Kind.VOLUME, Kind.SECRET)) {
            api.list(kind, Ownership.marks(id)).forEach(object -> parts.add(new Part(kind, object)));
        }
        return parts;
    }
}
