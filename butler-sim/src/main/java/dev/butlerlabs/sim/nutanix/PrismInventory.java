package dev.butlerlabs.sim.nutanix;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The objects other than virtual machines: clusters, subnets, images, storage containers, hosts and categories. Some
 * names occur twice, as in a real Prism Central.
 */
final class PrismInventory {
    static final String CLUSTER = "0005b6b1-1b16-4983-b5ff-204840f85e07";
    static final String OTHER_CLUSTER = "0005b6b1-1b16-4983-b5ff-204840f85e08";
    static final String SUBNET = "3c1f6a4e-6ad3-4c5a-8f0b-5b0a1f7d2c01";
    static final String OTHER_SUBNET = "3c1f6a4e-6ad3-4c5a-8f0b-5b0a1f7d2c02";
    static final String IMAGE = "8b7d5c2a-0f3e-4a7b-9d6c-1e2f3a4b5c01";
    static final String STORAGE_CONTAINER = "d41f8e90-2b6a-4c1d-8e3f-7a9b0c1d2e01";

    private static final long IMAGE_BYTES = 1L << 30;
    private static final long HOST_MEMORY_MIB = 4L << 20;

    private final List<Thing> things = List.of(
            new Thing("cluster", CLUSTER, "simulated", ""),
            new Thing("cluster", OTHER_CLUSTER, "other", ""),
            new Thing("subnet", SUBNET, "machines", CLUSTER),
            new Thing("subnet", OTHER_SUBNET, "machines", OTHER_CLUSTER),
            new Thing("subnet", "3c1f6a4e-6ad3-4c5a-8f0b-5b0a1f7d2c03", "twin", CLUSTER),
            new Thing("subnet", "3c1f6a4e-6ad3-4c5a-8f0b-5b0a1f7d2c04", "twin", CLUSTER),
            new Thing("image", IMAGE, "talos", ""),
            new Thing("image", "8b7d5c2a-0f3e-4a7b-9d6c-1e2f3a4b5c02", "talos.iso", ""),
            new Thing("image", "8b7d5c2a-0f3e-4a7b-9d6c-1e2f3a4b5c03", "twin", ""),
            new Thing("image", "8b7d5c2a-0f3e-4a7b-9d6c-1e2f3a4b5c04", "twin", ""),
            new Thing("image", "8b7d5c2a-0f3e-4a7b-9d6c-1e2f3a4b5c05", "talos (old)", ""),
            new Thing("storage_container", STORAGE_CONTAINER, "default", CLUSTER),
            new Thing("storage_container", "d41f8e90-2b6a-4c1d-8e3f-7a9b0c1d2e02", "default", OTHER_CLUSTER),
            new Thing("storage_container", "d41f8e90-2b6a-4c1d-8e3f-7a9b0c1d2e03", "fast", CLUSTER),
            new Thing("host", "6f0e1d2c-3b4a-4596-8778-695a4b3c2d01", "host-1", CLUSTER),
            new Thing("host", "6f0e1d2c-3b4a-4596-8778-695a4b3c2d02", "host-2", CLUSTER),
            new Thing("host", "6f0e1d2c-3b4a-4596-8778-695a4b3c2d03", "host-3", OTHER_CLUSTER));

    private final Set<Category> categories =
            Set.of(new Category("Environment", "Production"), new Category("Environment", "Testing"));

    Stream<Thing> all(String kind) {
        return things.stream().filter(thing -> thing.kind().equals(kind));
    }

    Optional<Thing> find(String kind, String uuid) {
        return all(kind).filter(thing -> thing.uuid().equals(uuid)).findFirst();
    }

    long imageBytes() {
        return IMAGE_BYTES;
    }

    Stream<String> categoryKeys() {
        return categories.stream().map(Category::key).distinct().sorted();
    }

    boolean hasCategory(String key, String value) {
        return categories.contains(new Category(key, value));
    }

    static ObjectNode entity(Thing thing) {
        ObjectNode entity = JsonTrees.object();
        ObjectNode status = entity.putObject("status").put("state", "COMPLETE").put("name", thing.name());
        ObjectNode resources = status.putObject("resources");
        ObjectNode spec = entity.putObject("spec").put("name", thing.name());
        spec.putObject("resources");
        if (!thing.cluster().isEmpty()) {
            status.set("cluster_reference", JsonTrees.reference("cluster", thing.cluster()));
            spec.set("cluster_reference", JsonTrees.reference("cluster", thing.cluster()));
        }
        if (thing.kind().equals("image")) {
            resources
                    .put("image_type", thing.name().endsWith(".iso") ? "ISO_IMAGE" : "DISK_IMAGE")
                    .put("size_bytes", IMAGE_BYTES);
        }
        if (isManaged(thing)) {
            resources
                    .putObject("ip_config")
                    .put("subnet_ip", "127.0.0.0")
                    .put("prefix_length", 8)
                    .put("default_gateway_ip", "127.0.0.1");
        }
        if (thing.kind().equals("host")) {
            resources.put("memory_capacity_mib", HOST_MEMORY_MIB).put("num_cpu_cores", 64);
        }
        entity.putObject("metadata").put("kind", thing.kind()).put("uuid", thing.uuid());
        return entity;
    }

    /** Returns whether a subnet has managed addresses (IPAM). */
    static boolean isManaged(Thing thing) {
        return thing.kind().equals("subnet") && !thing.name().equals("twin");
    }

    /**
     * An object that virtual machines refer to.
     *
     * @param cluster cluster that it belongs to; empty for all clusters
     */
    record Thing(String kind, String uuid, String name, String cluster) {}

    private record Category(String key, String value) {}
}
