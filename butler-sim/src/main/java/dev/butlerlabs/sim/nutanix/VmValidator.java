package dev.butlerlabs.sim.nutanix;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;

/** Validates virtual machines. Stricter than Prism: unknown fields are rejected. */
final class VmValidator {
    private static final Set<String> BODY = Set.of("api_version", "metadata", "spec");
    private static final Set<String> METADATA = Set.of(
            "kind",
            "uuid",
            "name",
            "categories",
            "categories_mapping",
            "use_categories_mapping",
            "spec_version",
            "spec_hash",
            "creation_time",
            "last_update_time",
            "owner_reference",
            "project_reference");
    private static final Set<String> SPEC =
            Set.of("name", "description", "cluster_reference", "availability_zone_reference", "resources");
    private static final Set<String> RESOURCES = Set.of(
            "num_sockets",
            "num_vcpus_per_socket",
            "memory_size_mib",
            "power_state",
            "nic_list",
            "disk_list",
            "guest_customization",
            "boot_config",
            "serial_port_list",
            "hardware_clock_timezone",
            "machine_type");
    private static final Set<String> CLOUD_INIT = Set.of("user_data", "meta_data", "custom_key_values");
    private static final int LONGEST_NAME = 80;
    private static final int LONGEST_USER_DATA = 128_000;
    private static final long BYTES_PER_MIB = 1L << 20;

    private final PrismInventory catalogue;
    private final PrismImages images;

    VmValidator(PrismInventory catalogue, PrismImages images) {
        this.catalogue = catalogue;
        this.images = images;
    }

    void check(ObjectNode body) {
        only(body, BODY);
        only(body.path("metadata"), METADATA);
        only(body.path("spec"), SPEC);
        require(body.at("/metadata/kind").asText("").equals("vm"), "metadata.kind must be vm.");
        body.at("/metadata/categories")
                .properties()
                .forEach(category -> require(
                        catalogue.hasCategory(
                                category.getKey(), category.getValue().asText("")),
                        "category %s:%s does not exist."
                                .formatted(
                                        category.getKey(), category.getValue().asText(""))));
        JsonNode spec = body.path("spec");
        String name = spec.path("name").asText("");
        require(!name.isBlank() && name.length() <= LONGEST_NAME, "spec.name must have 1 to 80 characters.");
        String cluster = known("cluster", spec.path("cluster_reference"));
        resources(spec.path("resources"), cluster);
    }

    private void resources(JsonNode resources, String cluster) {
        only(resources, RESOURCES);
        for (String size : Set.of("num_sockets", "num_vcpus_per_socket", "memory_size_mib")) {
            require(resources.path(size).asInt(0) > 0, size + " must be at least 1.");
        }
        String power = resources.path("power_state").asText("OFF");
        require(power.equals("ON") || power.equals("OFF"), "power_state must be ON or OFF.");
        resources.path("nic_list").forEach(card -> {
            String subnet = known("subnet", card.path("subnet_reference"));
            String bound = catalogue.find("subnet", subnet).orElseThrow().cluster();
            require(bound.equals(cluster), "The subnet is not on the cluster.");
            if (VmLifecycle.assigned(card).isPresent()) {
                require(
                        PrismInventory.isManaged(
                                catalogue.find("subnet", subnet).orElseThrow()),
                        "IP address assignment needs a managed subnet.");
            }
        });
        resources.path("disk_list").forEach(this::disk);
        customization(resources.path("guest_customization"));
    }

    private void disk(JsonNode disk) {
        long bytes = disk.path("disk_size_mib").asLong(0) * BYTES_PER_MIB;
        require(bytes > 0, "disk_size_mib must be at least 1.");
        if (disk.has("data_source_reference")) {
            known("image", disk.path("data_source_reference"));
            require(bytes >= catalogue.imageBytes(), "The disk is smaller than its image.");
        }
        if (disk.has("storage_config")) {
            known("storage_container", disk.at("/storage_config/storage_container_reference"));
        }
    }

    private static void customization(JsonNode customization) {
        only(customization, Set.of("cloud_init", "is_overridable"));
        JsonNode cloudInit = customization.path("cloud_init");
        only(cloudInit, CLOUD_INIT);
        String userData = cloudInit.path("user_data").asText("");
        require(userData.length() <= LONGEST_USER_DATA, "user_data is too long.");
        for (String field : Set.of("user_data", "meta_data")) {
            require(isBase64(cloudInit.path(field).asText("")), field + " must be base64 encoded: " + userData);
        }
    }

    private static boolean isBase64(String text) {
        try {
            Base64.getDecoder().decode(text);
            return true;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private String known(String kind, JsonNode reference) {
        String uuid = reference.path("uuid").asText("");
        require(reference.path("kind").asText("").equals(kind), "The kind of the reference must be " + kind + ".");
        return catalogue
                .find(kind, uuid)
                .map(PrismInventory.Thing::uuid)
                .or(() -> kind.equals("image") && images.isReady(uuid) ? Optional.of(uuid) : Optional.empty())
                .orElseThrow(() -> PrismException.unknown(kind, uuid));
    }

    private static void only(JsonNode object, Set<String> fields) {
        object.fieldNames().forEachRemaining(field -> require(fields.contains(field), "Unknown field " + field + "."));
    }

    private static void require(boolean fulfilled, String message) {
        if (!fulfilled) {
            throw PrismException.invalid(message);
        }
    }
}
