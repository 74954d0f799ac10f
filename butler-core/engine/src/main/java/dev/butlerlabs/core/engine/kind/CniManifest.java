package dev.butlerlabs.core.engine.kind;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Adapts the CNI manifest of a node image to a cluster as its comments require. */
final class CniManifest {
    private static final String TEMPLATE = "would you kindly template this file";
    private static final String PATCH = "would you kindly patch this file";
    private static final KubernetesSerialization YAML = new KubernetesSerialization(new ObjectMapper(), false);

    private CniManifest() {}

    static String fitted(String manifest, String podSubnet, String endpoint) {
        String filled =
                manifest.contains(TEMPLATE) ? manifest.replaceAll("\\{\\{\\s*\\.PodSubnet\\s*}}", podSubnet) : manifest;
        return manifest.contains(PATCH) ? patched(filled, endpoint) : filled;
    }

    private static String patched(String manifest, String endpoint) {
        return Stream.of(manifest.split("(?m)^---\\s*$", -1))
                .filter(document -> !isEmpty(document))
                .map(document -> YAML.unmarshal(document, new TypeReference<Map<String, Object>>() {}))
                .map(object -> "DaemonSet".equals(object.get("kind")) ? told(object, endpoint) : object)
                .map(YAML::asYaml)
                .map(document -> document.startsWith("---") ? document : "---\n" + document)
                .collect(Collectors.joining());
    }

    private static boolean isEmpty(String document) {
        return document.lines()
                .allMatch(line -> line.isBlank() || line.stripLeading().startsWith("#"));
    }

    /** Sets the API address in the first container, which cannot use the network that it has yet to create. */
    private static Map<String, Object> told(Map<String, Object> daemonSet, String endpoint) {
        Map<String, Object> copy = new LinkedHashMap<>(daemonSet);
        Map<String, Object> container = descend(copy, "spec", "template", "spec", "containers");
        List<Object> variables = new ArrayList<>(container.get("env") instanceof List<?> present ? present : List.of());
        variables.add(Map.of("name", "CONTROL_PLANE_ENDPOINT", "value", endpoint));
        container.put("env", variables);
        return copy;
    }

    /** Returns the map at the path; for a list, its first item. Copies everything along the path so that it can be modified. */
    private static Map<String, Object> descend(Map<String, Object> from, String... path) {
        Map<String, Object> at = from;
        for (String key : path) {
            if (at.get(key) instanceof List<?> list && !list.isEmpty()) {
                List<Object> copies = new ArrayList<>(list);
                Map<String, Object> first = copied(list.getFirst());
                copies.set(0, first);
                at.put(key, copies);
                at = first;
            } else {
                Map<String, Object> next = copied(at.get(key));
                at.put(key, next);
                at = next;
            }
        }
        return at;
    }

    private static Map<String, Object> copied(Object value) {
        Map<String, Object> copy = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, part) -> copy.put(String.valueOf(key), part));
        }
        return copy;
    }
}
