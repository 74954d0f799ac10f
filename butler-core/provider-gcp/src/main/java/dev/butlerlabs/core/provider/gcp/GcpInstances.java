package dev.butlerlabs.core.provider.gcp;

import dev.butlerlabs.core.provider.MachineId;
import java.util.List;
import java.util.Optional;

/** Finds and deletes instances. */
record GcpInstances(GcpClient client, GcpZones zones) {
    /** Returns the instance of a machine in its expected zone, or else the oldest in any zone. */
    Optional<GcpInstance> find(MachineId id) {
        Optional<GcpInstance> expected = client.find(
                        "zones/%s/instances/%s".formatted(zones.expected(id.name()), id.name()))
                .map(GcpInstance::new)
                .filter(instance -> instance.isOf(id));
        return expected.isPresent() ? expected : of(id).stream().findFirst();
    }

    /** Returns the instances of a machine in all zones; the one to keep comes first. */
    List<GcpInstance> of(MachineId id) {
        return client.listAllZones("instances", GcpOwnership.filter(id)).stream()
                .map(GcpInstance::new)
                .filter(instance -> instance.isOf(id))
                .sorted(GcpInstance.KEPT_FIRST)
                .toList();
    }

    /** Returns the instances with this name in the zones of the region, of any owner. */
    List<GcpInstance> named(String name) {
        List<String> region = zones.ofRegion();
        return client.listAllZones("instances", "name = \"%s\"".formatted(name)).stream()
                .map(GcpInstance::new)
                .filter(instance -> instance.name().equals(name) && region.contains(instance.zone()))
                .sorted(GcpInstance.KEPT_FIRST)
                .toList();
    }

    List<GcpInstance> all() {
        return client.listAllZones("instances", GcpOwnership.filter()).stream()
                .map(GcpInstance::new)
                .toList();
    }

    void delete(GcpInstance instance) {
        client.delete(instance.path());
    }
}
