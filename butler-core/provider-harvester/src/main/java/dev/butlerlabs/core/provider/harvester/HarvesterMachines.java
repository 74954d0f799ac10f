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
 * Virtual machines of one namespace. Volumes and secret are made first and the virtual machine last, because Harvester judges a
 * virtual machine by its volumes; then they are given to it, so that they go when it goes, whoever removes it.
 */
final class HarvesterMachines implements Machines {
    /** Answers after which nothing was made. */
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

    /** Looks once more where there are parts: their virtual machine may just have been made. */
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

    /** Remains that had a virtual machine are cleared away by Kubernetes; others were left by a creation that broke off. */
    private static MachineState stateOfRemains(List<Part> parts) {
        return parts.stream().allMatch(part -> part.isLeaving() || part.isGiven())
                ? new MachineState.Leaving("")
                : new MachineState.Starting("", "the virtual machine to be made");
    }

    @Override
    public MachineState create(MachineSpec spec) {
        // The parts first: those that have a virtual machine now, and none afterwards, have lost it.
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

    /** Disks of a machine that is gone are no beginning for the next: what was installed on them belongs to the former. */
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

    /** A virtual machine that is refused for good does not keep its volumes from others. */
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

    /** What there is of the parts, and what was missing until now. */
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

    /** Made now, or found to be made by a call whose answer was lost. */
    private GenericKubernetesResource made(Kind kind, GenericKubernetesResource wanted, MachineId id) {
        return api.create(kind, wanted).orElseGet(() -> {
            GenericKubernetesResource holder = api.find(kind, Fields.name(wanted))
                    .orElseThrow(() -> new ButlerException(
                            ErrorCode.CONFLICT,
                            "The %s %s was there and is gone again.".formatted(kind.title(), Fields.name(wanted))));
            requireOurs(kind, holder, id);
            return holder;
        });
    }

    private static void requireOurs(Kind kind, GenericKubernetesResource found, MachineId id) {
        if (!Fields.belongsTo(found, id)) {
            throw new ButlerException(
                    ErrorCode.FOREIGN_RESOURCE,
                    "The %s %s in namespace %s is not of this cluster."
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
     * Harvester refuses to remove a volume while there is a virtual machine that uses it. So the parts are given to the virtual machine
     * where that was missed, and go with it; without one they are removed here.
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
