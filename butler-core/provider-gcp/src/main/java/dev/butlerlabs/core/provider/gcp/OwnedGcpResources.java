package dev.butlerlabs.core.provider.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Lists and deletes all resources with ownership marks of Butler: instances and disks of the project, other resources of the region. */
final class OwnedGcpResources {
    private static final String INSTANCE = "instance";
    private static final String DISK = "disk";
    private static final String GROUP = "instance group";

    private final GcpClient client;
    private final GcpSettings settings;
    private final GcpZones zones;
    private final GcpInstances instances;
    private final GcpDisks disks;

    OwnedGcpResources(GcpClient client, GcpSettings settings, GcpZones zones, GcpInstances instances, GcpDisks disks) {
        this.client = client;
        this.settings = settings;
        this.zones = zones;
        this.instances = instances;
        this.disks = disks;
    }

    List<OwnedResource> all() {
        List<OwnedResource> all = new ArrayList<>();
        instances.all().forEach(found -> add(all, INSTANCE, found.json(), found.path()));
        disks.all().forEach(found -> add(all, DISK, found, GcpDisks.path(found)));
        for (GcpLoadBalancerPart part : GcpLoadBalancerPart.values()) {
            if (part != GcpLoadBalancerPart.FIREWALL || settings.ownsNetwork()) {
                list(all, part.title(), part.collection(settings.region()));
            }
        }
        zones.ofRegion().forEach(zone -> list(all, GROUP, "zones/%s/instanceGroups".formatted(zone)));
        return List.copyOf(all);
    }

    private void list(List<OwnedResource> all, String type, String collection) {
        client.list(collection, Optional.empty())
                .forEach(found -> add(
                        all, type, found, collection + "/" + found.path("name").asText("")));
    }

    private static void add(List<OwnedResource> all, String type, JsonNode found, String path) {
        String name = JsonDocument.text(found, "/labels/" + GcpOwnership.MACHINE)
                .orElseGet(() -> found.path("name").asText(""));
        GcpOwnership.owner(found).ifPresent(owner -> all.add(new OwnedResource(type, name, path, owner)));
    }

    /**
     * Deletes a resource after checking its marks again. A resource that another one uses, such as a disk of an instance, is deleted by a
     * later call.
     */
    void remove(OwnedResource resource) {
        client.find(resource.providerId())
                .filter(found -> GcpOwnership.owner(found)
                        .filter(resource.owner()::equals)
                        .isPresent())
                .filter(found -> !resource.type().equals(DISK) || GcpDisks.isLoose(found))
                .ifPresent(_ -> client.delete(resource.providerId()));
    }
}
