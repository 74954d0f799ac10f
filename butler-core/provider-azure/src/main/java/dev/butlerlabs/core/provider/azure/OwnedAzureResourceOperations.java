package dev.butlerlabs.core.provider.azure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.OwnedResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lists and deletes all resources with ownership tags of Butler in the resource group. The group itself is never deleted. */
final class OwnedAzureResourceOperations {
    private static final List<ArmResourceType> TYPES = List.of(
            ArmResourceType.VIRTUAL_MACHINE,
            ArmResourceType.LOAD_BALANCER,
            ArmResourceType.NETWORK_INTERFACE,
            ArmResourceType.DISK,
            ArmResourceType.PUBLIC_ADDRESS);

    private final ArmClient arm;
    private final AzureMachineReader reader;
    private final ArmPaths paths;

    OwnedAzureResourceOperations(ArmClient arm, AzureMachineReader reader, AzureSettings settings) {
        this.arm = arm;
        this.reader = reader;
        this.paths = ArmPaths.of(settings);
    }

    List<OwnedResource> all() {
        List<OwnedResource> all = new ArrayList<>();
        for (ArmResourceType type : TYPES) {
            for (JsonNode resource : reader.all(type)) {
                AzureOwnershipTags.owner(resource)
                        .ifPresent(owner -> all.add(new OwnedResource(
                                type.title(),
                                nameOf(type, resource),
                                resource.path("id").asText(""),
                                owner)));
            }
        }
        return List.copyOf(all);
    }

    private static String nameOf(ArmResourceType type, JsonNode resource) {
        return Optional.ofNullable(AzureOwnershipTags.read(resource).get(AzureOwnershipTags.MACHINE))
                .filter(_ -> type == ArmResourceType.VIRTUAL_MACHINE)
                .orElseGet(() -> resource.path("name").asText(""));
    }

    /** Deletes a resource after checking its tags again. Resources that are attached to another one are deleted with it. */
    void remove(OwnedResource resource) {
        ArmResourceType type = TYPES.stream()
                .filter(known -> known.title().equals(resource.type()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("not created by this provider: " + resource));
        String path = paths.id(type, ArmPaths.nameOf(resource.providerId()));
        arm.find(path, type.api(), Map.of())
                .filter(found -> AzureOwnershipTags.isOf(resource.owner(), found))
                .filter(AzureMachineOperations::isLoose)
                .ifPresent(_ -> arm.delete(path, type.api()));
    }
}
