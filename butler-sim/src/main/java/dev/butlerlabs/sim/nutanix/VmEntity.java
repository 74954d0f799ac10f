package dev.butlerlabs.sim.nutanix;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Renders virtual machines as entities of the v3 API. */
final class VmEntity {
    private VmEntity() {}

    static ObjectNode of(VmRecord vm) {
        ObjectNode entity = JsonTrees.object().put("api_version", "3.1");
        entity.set("status", status(vm));
        entity.set("spec", vm.spec.deepCopy());
        entity.set("metadata", metadata(vm));
        return entity;
    }

    private static ObjectNode metadata(VmRecord vm) {
        ObjectNode metadata = JsonTrees.object()
                .put("kind", "vm")
                .put("uuid", vm.uuid)
                .put("spec_version", vm.specVersion)
                .put("creation_time", vm.createdAt.toString())
                .put("last_update_time", vm.createdAt.toString());
        metadata.set("categories", vm.categories.deepCopy());
        return metadata;
    }

    private static ObjectNode status(VmRecord vm) {
        ObjectNode status = JsonTrees.object()
                .put("state", vm.state)
                .put("name", vm.name())
                .put("description", vm.spec.path("description").asText(""));
        status.set("cluster_reference", vm.spec.path("cluster_reference").deepCopy());
        if (!vm.failure.isEmpty()) {
            status.putArray("message_list")
                    .addObject()
                    .put("message", vm.failure)
                    .put("reason", "RESOURCE_EXHAUSTED");
        }
        status.set("resources", resources(vm));
        return status;
    }

    private static ObjectNode resources(VmRecord vm) {
        ObjectNode resources = JsonTrees.object()
                .put("memory_size_mib", vm.spec.at("/resources/memory_size_mib").asInt())
                .put("num_sockets", vm.spec.at("/resources/num_sockets").asInt());
        if (!vm.power.isEmpty()) {
            resources.put("power_state", vm.power).put("hypervisor_type", "AHV");
        }
        if (!vm.mac.isEmpty()) {
            resources.set("nic_list", cards(vm));
            resources.set("disk_list", disks(vm));
        }
        return resources;
    }

    /** Returns the disks; each has a UUID from creation on. */
    private static ArrayNode disks(VmRecord vm) {
        ArrayNode disks = JsonTrees.object().arrayNode();
        vm.spec.at("/resources/disk_list").forEach(disk -> {
            String name = vm.uuid + "/" + disks.size();
            String uuid = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8))
                    .toString();
            disks.add(((ObjectNode) disk.deepCopy()).put("uuid", uuid));
        });
        return disks;
    }

    private static boolean isAssigned(VmRecord vm, String address) {
        return VmLifecycle.assigned(vm.spec.at("/resources/nic_list/0"))
                .filter(address::equals)
                .isPresent();
    }

    /** Returns the network interfaces. A guest with DHCP first has a link-local address, which is not usable. */
    private static ArrayNode cards(VmRecord vm) {
        ArrayNode cards = JsonTrees.object().arrayNode();
        ObjectNode card = cards.addObject().put("mac_address", vm.mac).put("is_connected", true);
        card.set(
                "subnet_reference",
                vm.spec.at("/resources/nic_list/0/subnet_reference").deepCopy());
        ArrayNode endpoints = card.putArray("ip_endpoint_list");
        if (vm.power.equals("ON")) {
            endpoints.addObject().put("ip", "fe80::526b:8dff:fe00:1").put("type", "LEARNED");
        }
        vm.address()
                .ifPresent(address -> endpoints
                        .addObject()
                        .put("ip", address)
                        .put("type", isAssigned(vm, address) ? "ASSIGNED" : "LEARNED"));
        return cards;
    }
}
