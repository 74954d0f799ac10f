package dev.butlerlabs.core.backup.content;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.kube.ObjectName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The content of one tenant cluster in a backup. It is the last entry of the tenant cluster: without it, the others are not used.
 *
 * @param namespace namespace of the TenantCluster
 * @param name name of the TenantCluster
 * @param id random text that identifies this content
 * @param kubernetesVersion version of its API; empty if unknown
 * @param resourceVersion the resource version at which all objects were read
 * @param isConsistent whether all objects were read at that version
 * @param counts number of objects by resource
 * @param releases Helm releases that Butler installs, as {@code namespace/name}
 */
public record TenantContent(
        String namespace,
        String name,
        String id,
        String kubernetesVersion,
        String resourceVersion,
        boolean isConsistent,
        Map<String, Integer> counts,
        List<String> releases) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String DIRECTORY = "tenants/";
    private static final String FILE = "/content.json";

    public TenantContent {
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(kubernetesVersion, "kubernetesVersion");
        Objects.requireNonNull(resourceVersion, "resourceVersion");
        counts = Map.copyOf(counts);
        releases = List.copyOf(releases);
    }

    /** Returns whether an entry of a backup is one of these. */
    static boolean isContent(String path) {
        return path.startsWith(DIRECTORY) && path.endsWith(FILE) && path.split("/").length == 4;
    }

    static String directory(ObjectName tenant) {
        return DIRECTORY + tenant.namespace().orElseThrow() + "/" + tenant.name();
    }

    static String path(ObjectName tenant) {
        return directory(tenant) + FILE;
    }

    static String objects(ObjectName tenant) {
        return directory(tenant) + "/objects/";
    }

    /** Returns the path of a page of objects. */
    static String page(ObjectName tenant, int position, ResourceType type, int part) {
        return "%s%03d-%s/%05d.json".formatted(objects(tenant), position, type.name(), part);
    }

    /** Returns the resource of a page, without the start of its path. */
    static String resource(String page) {
        return page.substring(page.indexOf('-') + 1, page.indexOf('/'));
    }

    static String management(ObjectName tenant) {
        return directory(tenant) + "/management/";
    }

    /** Returns the name of its TenantCluster. */
    public ObjectName tenant() {
        return new ObjectName(namespace, name);
    }

    /** Returns the number of objects. */
    public int objects() {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    byte[] encode() {
        ObjectNode tree = JSON.createObjectNode();
        tree.put("namespace", namespace);
        tree.put("name", name);
        tree.put("id", id);
        tree.put("kubernetesVersion", kubernetesVersion);
        tree.put("resourceVersion", resourceVersion);
        tree.put("consistent", isConsistent);
        ObjectNode numbers = tree.putObject("counts");
        new TreeMap<>(counts).forEach(numbers::put);
        ArrayNode list = tree.putArray("releases");
        releases.forEach(list::add);
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(tree);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static TenantContent decode(byte[] text) throws IOException {
        JsonNode tree = JSON.readTree(text);
        Map<String, Integer> counts = new TreeMap<>();
        tree.path("counts")
                .properties()
                .forEach(count -> counts.put(count.getKey(), count.getValue().asInt()));
        List<String> releases = new ArrayList<>();
        tree.path("releases").forEach(release -> releases.add(release.asText()));
        return new TenantContent(
                tree.path("namespace").asText(),
                tree.path("name").asText(),
                tree.path("id").asText(),
                tree.path("kubernetesVersion").asText(),
                tree.path("resourceVersion").asText(),
                tree.path("consistent").asBoolean(),
                counts,
                releases);
    }
}
