package dev.butlerlabs.sim.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What exists in the simulated subscription from the start: VM sizes, images, a network and the limits. */
final class AzureCatalog {
    static final String SUBSCRIPTION = "b0071e50-0000-4000-8000-000000000001";
    static final String GROUP = "butler-sim";
    static final String LOCATION = "westeurope";
    static final String NETWORK = "butler-vnet";
    static final String SUBNET = "machines";
    static final String SECURITY_GROUP = "butler-nsg";
    static final String IMAGE_URN = "butler:talos:simulated:1.0.0";
    static final String IMAGE_ID =
            "/subscriptions/" + SUBSCRIPTION + "/resourceGroups/" + GROUP + "/providers/Microsoft.Compute/images/talos";
    static final List<String> ZONES = List.of("1", "2", "3");

    private static final int[] CORES = {2, 4, 8, 16, 32, 48, 64, 96};
    private static final List<AzureSize> SIZES = sizes();

    private AzureCatalog() {}

    /** A VM size. */
    record AzureSize(String name, String family, int cores, int memoryGiB) {}

    private static List<AzureSize> sizes() {
        List<AzureSize> sizes = new ArrayList<>();
        for (int cores : CORES) {
            for (String version : List.of("v3", "v4", "v5")) {
                sizes.add(new AzureSize(
                        "Standard_D%ds_%s".formatted(cores, version),
                        "standardDS%sFamily".formatted(version),
                        cores,
                        cores * 4));
                sizes.add(new AzureSize(
                        "Standard_E%ds_%s".formatted(cores, version),
                        "standardES%sFamily".formatted(version),
                        cores,
                        cores * 8));
            }
            sizes.add(new AzureSize("Standard_F%ds_v2".formatted(cores), "standardFSv2Family", cores, cores * 2));
        }
        for (int cores : CORES) {
            sizes.add(new AzureSize("Standard_D%das_v5".formatted(cores), "standardDASv5Family", cores, cores * 4));
        }
        sizes.add(new AzureSize("Standard_B2s", "standardBSFamily", 2, 4));
        sizes.add(new AzureSize("Standard_B4ms", "standardBSFamily", 4, 16));
        return List.copyOf(sizes);
    }

    static Optional<AzureSize> size(String name) {
        return SIZES.stream().filter(size -> size.name().equalsIgnoreCase(name)).findFirst();
    }

    /** Returns the SKUs of the region: availability sets, disks and VM sizes. */
    static List<ObjectNode> skus() {
        return Stream.of(
                        Stream.of("Aligned", "Classic").map(name -> sku("availabilitySets", name)),
                        Stream.of("Premium_LRS", "StandardSSD_LRS").map(name -> sku("disks", name)),
                        SIZES.stream().map(AzureCatalog::sku))
                .flatMap(skus -> skus)
                .toList();
    }

    private static ObjectNode sku(String resourceType, String name) {
        ObjectNode sku = JsonNodeFactory.instance.objectNode();
        sku.put("resourceType", resourceType).put("name", name);
        sku.putArray("locations").add(LOCATION);
        sku.putArray("locationInfo").addObject().put("location", LOCATION).putArray("zones");
        sku.putArray("restrictions");
        return sku;
    }

    private static ObjectNode sku(AzureSize size) {
        ObjectNode sku = sku("virtualMachines", size.name())
                .put("tier", "Standard")
                .put("size", size.name().substring("Standard_".length()))
                .put("family", size.family());
        ArrayNode zones = (ArrayNode) sku.at("/locationInfo/0/zones");
        ZONES.forEach(zones::add);
        ArrayNode capabilities = sku.putArray("capabilities");
        Map.of(
                        "vCPUs", Integer.toString(size.cores()),
                        "MemoryGB", Integer.toString(size.memoryGiB()),
                        "CpuArchitectureType", "x64",
                        "HyperVGenerations", "V1,V2",
                        "PremiumIO", "True")
                .forEach((name, value) ->
                        capabilities.addObject().put("name", name).put("value", value));
        return sku;
    }

    /** Returns the usages of compute: cores in the region, cores of each family, and virtual machines. */
    static List<ObjectNode> usages(List<String> sizesInUse, int coreLimit) {
        List<ObjectNode> usages = new ArrayList<>();
        usages.add(usage("cores", "Total Regional vCPUs", cores(sizesInUse, ""), coreLimit));
        usages.add(usage("virtualMachines", "Virtual Machines", sizesInUse.size(), 25_000));
        usages.add(usage("availabilitySets", "Availability Sets", 0, 2500));
        SIZES.stream()
                .map(AzureSize::family)
                .distinct()
                .forEach(family -> usages.add(usage(family, family + " vCPUs", cores(sizesInUse, family), coreLimit)));
        return usages;
    }

    static List<ObjectNode> networkUsages(int addresses, int balancers) {
        return List.of(
                usage("PublicIPAddresses", "Public IP Addresses", addresses, 1000),
                usage("StandardSkuPublicIpAddresses", "Public IPv4 Addresses - Standard", addresses, 1000),
                usage("LoadBalancers", "Load Balancers", balancers, 1000),
                usage("StandardSkuLoadBalancers", "Standard Sku Load Balancers", balancers, 1000));
    }

    private static int cores(List<String> sizesInUse, String family) {
        return sizesInUse.stream()
                .flatMap(name -> size(name).stream())
                .filter(size -> family.isEmpty() || size.family().equals(family))
                .mapToInt(AzureSize::cores)
                .sum();
    }

    private static ObjectNode usage(String name, String title, int current, int limit) {
        ObjectNode usage = JsonNodeFactory.instance.objectNode();
        usage.put("unit", "Count").put("currentValue", current).put("limit", limit);
        usage.putObject("name").put("value", name).put("localizedValue", title);
        return usage;
    }

    /** Rejects references to images that do not exist. */
    static void requireImage(JsonNode reference) {
        String id = reference.path("id").asText("");
        String urn = String.join(
                ":",
                reference.path("publisher").asText(""),
                reference.path("offer").asText(""),
                reference.path("sku").asText(""),
                reference.path("version").asText(""));
        if (!id.isEmpty() && !id.equalsIgnoreCase(IMAGE_ID)) {
            throw new ArmException(
                    404, "ImageNotFound", "The Image '%s' cannot be found in '%s' region.".formatted(id, LOCATION));
        }
        boolean shared = reference.has("communityGalleryImageId") || reference.has("sharedGalleryImageId");
        if (id.isEmpty() && !shared && !isImage(urn)) {
            throw new ArmException(
                    404,
                    "PlatformImageNotFound",
                    "The platform image '%s' is not available. Verify that all fields in the storage profile are correct."
                            .formatted(urn));
        }
    }

    static boolean isImage(String urn) {
        String lower = urn.toLowerCase(Locale.ROOT);
        return lower.equals(IMAGE_URN) || lower.equals(IMAGE_URN.replace("1.0.0", "latest"));
    }

    static String groupPath(String below) {
        return "/subscriptions/" + SUBSCRIPTION + "/resourceGroups/" + GROUP + "/providers/" + below;
    }
}
