package dev.butlerlabs.core.provider.harvester;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A volume or secret of a machine. */
record MachineAttachment(HarvesterResourceType kind, GenericKubernetesResource object) {
    boolean isLeaving() {
        return ObjectFieldReader.isLeaving(object);
    }

    /** Returns whether it is deleted with its virtual machine. */
    boolean isGiven() {
        return owners().stream()
                .anyMatch(owner -> HarvesterResourceType.VIRTUAL_MACHINE.kind().equals(owner.getKind()));
    }

    boolean isGivenTo(GenericKubernetesResource machine) {
        return owners().stream()
                .anyMatch(owner -> ObjectFieldReader.uid(machine).equals(owner.getUid()));
    }

    /**
     * Returns the metadata with which it is deleted together with this virtual machine. References to deleted ones are removed.
     */
    Map<String, Object> givenTo(GenericKubernetesResource machine) {
        List<Object> owners = new ArrayList<>();
        owners().stream()
                .filter(owner -> !HarvesterResourceType.VIRTUAL_MACHINE.kind().equals(owner.getKind()))
                .forEach(owners::add);
        owners.add(Map.of(
                "apiVersion", HarvesterResourceType.VIRTUAL_MACHINE.apiVersion(),
                "kind", HarvesterResourceType.VIRTUAL_MACHINE.kind(),
                "name", ObjectFieldReader.name(machine),
                "uid", ObjectFieldReader.uid(machine)));
        return Map.of("ownerReferences", owners);
    }

    private List<OwnerReference> owners() {
        return Optional.ofNullable(object.getMetadata().getOwnerReferences()).orElse(List.of());
    }

    /** Omits the content of a secret. */
    @Override
    public String toString() {
        return kind.title() + " " + ObjectFieldReader.name(object);
    }
}
