package dev.butlerlabs.core.provider.nutanix;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.OwnershipDescriptionCodec;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Renders a machine for the v3 API. */
final class VmPayload {
    private static final String API_VERSION = "3.1.0";
    private static final long MIB_PER_GIB = 1024;

    private VmPayload() {}

    static ObjectNode of(MachineSpec spec, Place place, Map<String, String> categories) {
        ObjectNode payload = JsonDocument.object().put("api_version", API_VERSION);
        ObjectNode metadata = payload.putObject("metadata").put("kind", "vm");
        if (!categories.isEmpty()) {
            ObjectNode named = metadata.putObject("categories");
            new TreeMap<>(categories).forEach(named::put);
        }
        payload.putObject("spec")
                .put("name", spec.id().name())
                .put("description", OwnershipDescriptionCodec.of(spec.id()))
                .set("cluster_reference", reference("cluster", place.cluster()));
        payload.withObject("/spec").set("resources", resources(spec, place));
        return payload;
    }

    private static ObjectNode resources(MachineSpec spec, Place place) {
        ObjectNode resources = JsonDocument.object()
                .put("num_sockets", 1)
                .put("num_vcpus_per_socket", spec.cpu())
                .put("memory_size_mib", spec.memoryMiB())
                .put("power_state", "ON");
        resources.set("nic_list", cards(spec, place));
        resources.set("disk_list", disks(spec, place));
        spec.userData()
                .ifPresent(data -> resources
                        .putObject("guest_customization")
                        .putObject("cloud_init")
                        .put("user_data", encoded(data)));
        return resources;
    }

    /** Renders network interfaces. A managed subnet assigns the configured address by DHCP. */
    private static ArrayNode cards(MachineSpec spec, Place place) {
        ArrayNode cards = JsonDocument.object().arrayNode();
        ObjectNode card = cards.addObject().put("nic_type", "NORMAL_NIC").put("is_connected", true);
        card.set("subnet_reference", reference("subnet", place.subnet()));
        spec.address()
                .ifPresent(address -> card.putArray("ip_endpoint_list")
                        .addObject()
                        .put("ip", address.ip())
                        .put("type", "ASSIGNED"));
        return cards;
    }

    private static ArrayNode disks(MachineSpec spec, Place place) {
        ArrayNode disks = JsonDocument.object().arrayNode();
        ObjectNode root = disk(0, spec.diskGiB(), place.storageContainer());
        root.set("data_source_reference", reference("image", place.image()));
        disks.add(root);
        for (int i = 0; i < spec.extraDisks().size(); i++) {
            disks.add(disk(
                    i + 1,
                    spec.extraDisks().get(i).sizeGB(),
                    place.extraContainers().get(i)));
        }
        return disks;
    }

    private static ObjectNode disk(int index, int sizeGiB, Optional<String> container) {
        ObjectNode disk = JsonDocument.object().put("disk_size_mib", sizeGiB * MIB_PER_GIB);
        disk.putObject("device_properties")
                .put("device_type", "DISK")
                .putObject("disk_address")
                .put("adapter_type", "SCSI")
                .put("device_index", index);
        container.ifPresent(uuid -> disk.putObject("storage_config")
                .set("storage_container_reference", reference("storage_container", uuid)));
        return disk;
    }

    private static String encoded(SensitiveText text) {
        return Base64.getEncoder().encodeToString(text.value().getBytes(StandardCharsets.UTF_8));
    }

    /**
     * UUIDs of the resources that a machine uses.
     *
     * @param extraContainers one for each extra disk, in the same order
     */
    record Place(
            String cluster,
            String subnet,
            String image,
            Optional<String> storageContainer,
            List<Optional<String>> extraContainers) {
        Place {
            extraContainers = List.copyOf(extraContainers);
        }
    }

    /** Returns a reference by kind and UUID. */
    private static ObjectNode reference(String kind, String uuid) {
        return JsonDocument.object().put("kind", kind).put("uuid", uuid);
    }
}
