package dev.butlerlabs.sim.gcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What exists in the simulated project from the start: a region with three zones and their machine types, networks and images. */
final class GcpCatalog {
    static final String PROJECT = "butler-simulated";
    static final String REGION = "europe-west3";
    static final List<String> ZONES = List.of(REGION + "-a", REGION + "-b", REGION + "-c");
    static final String NETWORK = "butler-network";
    static final String SUBNETWORK = "butler-subnet";
    static final String IMAGE = "talos-v1-14-1";
    static final String FAMILY = "talos";
    static final List<String> DISK_TYPES = List.of("pd-standard", "pd-balanced", "pd-ssd", "hyperdisk-balanced");

    private final Map<String, ObjectNode> resources = new TreeMap<>();
    private final GcpLinks links;
    final GcpMachineTypeCatalog machineTypes;

    GcpCatalog(GcpLinks links) {
        this.links = links;
        this.machineTypes = new GcpMachineTypeCatalog(links);
        network("default", true);
        network(NETWORK, false);
        subnetwork(SUBNETWORK, NETWORK, "127.0.0.0/8");
        subnetwork("small-subnet", NETWORK, "10.9.0.0/29");
        subnetwork("default", "default", "10.156.0.0/20");
        image(IMAGE, "READY", 10);
        image("talos-being-created", "PENDING", 10);
        image("talos-large", "READY", 500);
        for (String zone : ZONES) {
            put("zones/" + zone, "compute#zone", zone).put("status", "UP").put("region", links.of("regions/" + REGION));
        }
    }

    private ObjectNode put(String path, String kind, String name) {
        ObjectNode json = GcpJson.object()
                .put("kind", kind)
                .put("id", Long.toString(1_000_000_000L + resources.size()))
                .put("creationTimestamp", "2026-01-01T00:00:00.000-08:00")
                .put("name", name)
                .put("selfLink", links.of(path));
        resources.put(path, json);
        return json;
    }

    private void network(String name, boolean automatic) {
        put("global/networks/" + name, "compute#network", name).put("autoCreateSubnetworks", automatic);
    }

    private void subnetwork(String name, String network, String range) {
        put("regions/%s/subnetworks/%s".formatted(REGION, name), "compute#subnetwork", name)
                .put("network", links.of("global/networks/" + network))
                .put("region", links.of("regions/" + REGION))
                .put("ipCidrRange", range);
    }

    private void image(String name, String status, int sizeGb) {
        put("global/images/" + name, "compute#image", name)
                .put("status", status)
                .put("family", name.equals(IMAGE) ? FAMILY : "other")
                .put("architecture", "X86_64")
                .put("diskSizeGb", Integer.toString(sizeGb));
    }

    void add(String path, ObjectNode json) {
        resources.put(path, json);
    }

    void remove(String path) {
        resources.remove(path);
    }

    Optional<ObjectNode> find(String path) {
        if (path.startsWith("global/images/family/")) {
            String family = path.substring(path.lastIndexOf('/') + 1);
            return resources.values().stream()
                    .filter(json -> json.path("kind").asText().equals("compute#image")
                            && json.path("family").asText().equals(family))
                    .findFirst();
        }
        return Optional.ofNullable(resources.get(path));
    }

    List<ObjectNode> list(String collection) {
        return resources.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(collection + "/")
                        && entry.getKey().indexOf('/', collection.length() + 1) < 0)
                .map(Map.Entry::getValue)
                .toList();
    }
}
