package dev.butlerlabs.sim.gcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What exists in the simulated project from the start: a region with three zones, networks, machine types and images. */
final class GcpCatalog {
    static final String PROJECT = "butler-simulated";
    static final String REGION = "europe-west3";
    static final List<String> ZONES = List.of(REGION + "-a", REGION + "-b", REGION + "-c");
    static final String NETWORK = "butler-network";
    static final String SUBNETWORK = "butler-subnet";
    static final String IMAGE = "talos-v1-14-1";
    static final String FAMILY = "talos";
    static final List<String> DISK_TYPES = List.of("pd-standard", "pd-balanced", "pd-ssd", "hyperdisk-balanced");

    private static final Pattern CUSTOM =
            Pattern.compile("(?<family>n2|n2d|e2)-custom-(?<cpu>[0-9]+)-(?<memory>[0-9]+)(-ext)?");
    private static final Pattern PREDEFINED =
            Pattern.compile("[a-z][0-9][a-z]?-(?<class>standard|highmem|highcpu)-(?<cpu>[1-9][0-9]{0,2})");
    /** Memory per CPU in MiB by the class of a predefined type. */
    private static final Map<String, Integer> MEMORY = Map.of("standard", 4096, "highmem", 8192, "highcpu", 1024);

    private final Map<String, ObjectNode> resources = new TreeMap<>();
    private final GcpLinks links;

    GcpCatalog(GcpLinks links) {
        this.links = links;
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

    /** Returns a machine type; the memory of custom types has limits per CPU. */
    Optional<ObjectNode> machineType(String zone, String name) {
        Matcher predefined = PREDEFINED.matcher(name);
        if (predefined.matches()) {
            int cpu = Integer.parseInt(predefined.group("cpu"));
            return Optional.of(machineType(zone, name, cpu, cpu * MEMORY.get(predefined.group("class"))));
        }
        Matcher custom = CUSTOM.matcher(name);
        if (!custom.matches()) {
            return Optional.empty();
        }
        int cpu = Integer.parseInt(custom.group("cpu"));
        int memory = Integer.parseInt(custom.group("memory"));
        boolean valid = cpu >= 2
                && cpu % 2 == 0
                && memory % 256 == 0
                && memory >= cpu * 512
                && (memory <= cpu * 8192 || name.endsWith("-ext"));
        return valid ? Optional.of(machineType(zone, name, cpu, memory)) : Optional.empty();
    }

    private ObjectNode machineType(String zone, String name, int cpu, int memory) {
        return GcpJson.object()
                .put("kind", "compute#machineType")
                .put("id", "5000")
                .put("name", name)
                .put("guestCpus", cpu)
                .put("memoryMb", memory)
                .put("architecture", "X86_64")
                .put("zone", zone)
                .put("selfLink", links.of("zones/%s/machineTypes/%s".formatted(zone, name)));
    }
}
