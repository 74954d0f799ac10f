package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineOperations;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.OwnershipTags;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Manages virtual machines of one namespace. Volumes and the secret are created first and the virtual machine last, because
 * Harvester validates a virtual machine by its volumes. They then get an owner reference to it, so that they are deleted with it.
 */
final class HarvesterMachineOperations implements MachineOperations {
    /** Errors after which nothing was created. */
    private static final Set<ErrorCode> REFUSED =
            Set.of(ErrorCode.QUOTA, ErrorCode.FORBIDDEN, ErrorCode.PROVIDER, ErrorCode.FOREIGN_RESOURCE);

    private final HarvesterApi api;
    private final HarvesterSettings settings;

    HarvesterMachineOperations(HarvesterApi api, HarvesterSettings settings) {
        this.api = api;
        this.settings = settings;
    }

    @Override
    public MachineState observe(MachineId id) {
        return machine(id).map(this::state).orElseGet(() -> stateWithoutMachine(id));
    }

    /** Reads again if there are parts: their virtual machine may just have been created. */
    private MachineState stateWithoutMachine(MachineId id) {
        List<MachineAttachment> parts = parts(id);
        return parts.isEmpty()
                ? new MachineState.Absent()
                : machine(id).map(this::state).orElseGet(() -> stateOfRemains(parts));
    }

    private Optional<GenericKubernetesResource> machine(MachineId id) {
        return api.find(HarvesterResourceType.VIRTUAL_MACHINE, id.name())
                .filter(found -> ObjectFieldReader.belongsTo(found, id));
    }

    private MachineState state(GenericKubernetesResource machine) {
        return new ObservedVm(machine, api.find(HarvesterResourceType.INSTANCE, ObjectFieldReader.name(machine)))
                .state();
    }

    /**
     * Returns the state of parts without a virtual machine. Parts that had one are garbage-collected; others remain from an
     * interrupted creation.
     */
    private static MachineState stateOfRemains(List<MachineAttachment> parts) {
        return parts.stream().allMatch(part -> part.isLeaving() || part.isGiven())
                ? new MachineState.Leaving("")
                : new MachineState.Starting("", "waiting for the virtual machine to be created");
    }

    @Override
    public MachineState create(MachineSpec spec) {
        // Read the parts first: parts that have a virtual machine now, and none in the next request, have lost it.
        List<MachineAttachment> found = parts(spec.id());
        Optional<GenericKubernetesResource> present =
                api.find(HarvesterResourceType.VIRTUAL_MACHINE, spec.id().name());
        present.ifPresent(machine -> requireOurs(HarvesterResourceType.VIRTUAL_MACHINE, machine, spec.id()));
        if (present.filter(ObjectFieldReader::isLeaving).isPresent()
                || found.stream().anyMatch(MachineAttachment::isLeaving)) {
            return new MachineState.Leaving(present.map(ObjectFieldReader::uid).orElse(""));
        }
        return present.map(machine -> completed(spec, found, machine)).orElseGet(() -> made(spec, found));
    }

    private MachineState completed(MachineSpec spec, List<MachineAttachment> found, GenericKubernetesResource machine) {
        completed(spec, found).forEach(part -> give(part, machine));
        return state(machine);
    }

    /** Creates a machine. Disks of a deleted machine are not reused, since they contain its installation. */
    private MachineState made(MachineSpec spec, List<MachineAttachment> found) {
        if (found.stream().anyMatch(MachineAttachment::isGiven)) {
            remove(found);
            return new MachineState.Leaving("");
        }
        List<MachineAttachment> parts = completed(spec, found);
        GenericKubernetesResource machine = madeOrGivenUp(spec, parts);
        parts.forEach(part -> give(part, machine));
        return new ObservedVm(machine, Optional.empty()).state();
    }

    /** Creates the virtual machine, and deletes its parts if it is rejected permanently. */
    private GenericKubernetesResource madeOrGivenUp(MachineSpec spec, List<MachineAttachment> parts) {
        try {
            return made(
                    HarvesterResourceType.VIRTUAL_MACHINE,
                    new VirtualMachineManifest(spec, settings).payload(),
                    spec.id());
        } catch (ButlerException refusal) {
            if (REFUSED.contains(refusal.code())) {
                giveUp(spec.id(), parts, refusal);
            }
            throw refusal;
        }
    }

    private void giveUp(MachineId id, List<MachineAttachment> parts, ButlerException refusal) {
        try {
            if (machine(id).isEmpty()) {
                remove(parts);
            }
        } catch (ButlerException e) {
            refusal.addSuppressed(e);
        }
    }

    /** Returns the existing parts and creates the missing ones. */
    private List<MachineAttachment> completed(MachineSpec spec, List<MachineAttachment> found) {
        MachineAttachments wanted = new MachineAttachments(spec, settings);
        List<MachineAttachment> parts = new ArrayList<>();
        parts.add(found(
                        found,
                        HarvesterResourceType.VOLUME,
                        MachineAttachments.rootVolume(spec.id().name()))
                .orElseGet(() -> make(HarvesterResourceType.VOLUME, wanted.bootVolume(image(spec)), spec.id())));
        wanted.dataVolumes()
                .forEach(volume -> parts.add(completed(found, HarvesterResourceType.VOLUME, volume, spec.id())));
        wanted.secret()
                .ifPresent(secret -> parts.add(completed(found, HarvesterResourceType.SECRET, secret, spec.id())));
        return parts;
    }

    private BootImage image(MachineSpec spec) {
        return new BootImageResolver(api).require(settings.imageOf(spec));
    }

    private MachineAttachment completed(
            List<MachineAttachment> found, HarvesterResourceType kind, GenericKubernetesResource wanted, MachineId id) {
        return found(found, kind, ObjectFieldReader.name(wanted)).orElseGet(() -> make(kind, wanted, id));
    }

    private static Optional<MachineAttachment> found(
            List<MachineAttachment> found, HarvesterResourceType kind, String name) {
        return found.stream()
                .filter(part -> part.kind() == kind
                        && ObjectFieldReader.name(part.object()).equals(name))
                .findFirst();
    }

    private MachineAttachment make(HarvesterResourceType kind, GenericKubernetesResource wanted, MachineId id) {
        return new MachineAttachment(kind, made(kind, wanted, id));
    }

    /** Creates an object, or returns the one that an earlier call created. */
    private GenericKubernetesResource made(HarvesterResourceType kind, GenericKubernetesResource wanted, MachineId id) {
        return api.create(kind, wanted).orElseGet(() -> {
            GenericKubernetesResource holder = api.find(kind, ObjectFieldReader.name(wanted))
                    .orElseThrow(() -> new ButlerException(
                            ErrorCode.CONFLICT,
                            "The %s %s existed but was deleted."
                                    .formatted(kind.title(), ObjectFieldReader.name(wanted))));
            requireOurs(kind, holder, id);
            return holder;
        });
    }

    private static void requireOurs(HarvesterResourceType kind, GenericKubernetesResource found, MachineId id) {
        if (!ObjectFieldReader.belongsTo(found, id)) {
            throw new ButlerException(
                    ErrorCode.FOREIGN_RESOURCE,
                    "The %s %s in namespace %s does not belong to this cluster."
                            .formatted(
                                    kind.title(),
                                    ObjectFieldReader.name(found),
                                    found.getMetadata().getNamespace()));
        }
    }

    private void give(MachineAttachment part, GenericKubernetesResource machine) {
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
        List<MachineAttachment> parts = parts(id);
        if (machine.isEmpty()) {
            remove(parts);
            return;
        }
        parts.forEach(part -> give(part, machine.get()));
        if (!ObjectFieldReader.isLeaving(machine.get())) {
            api.delete(HarvesterResourceType.VIRTUAL_MACHINE, machine.get());
        }
    }

    private void remove(List<MachineAttachment> parts) {
        parts.stream().filter(part -> !part.isLeaving()).forEach(part -> api.delete(part.kind(), part.object()));
    }

    private List<MachineAttachment> parts(MachineId id) {
        List<MachineAttachment> parts = new ArrayList<>();
        for (HarvesterResourceType kind : List.of(HarvesterResourceType.VOLUME, HarvesterResourceType.SECRET)) {
            api.list(kind, OwnershipTags.marks(id)).forEach(object -> parts.add(new MachineAttachment(kind, object)));
        }
        return parts;
    }
}
