package dev.butlerlabs.core.tenant.change;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.tree.UntypedTree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The field managers of each field of an object, from its managedFields. Fields are named by paths as in the conflicts of server-side
 * apply, such as {@code .spec.workers.replicas} or {@code .spec.items[name="a"].value}. Immutable.
 *
 * @param managers the managers by path
 */
record FieldManagers(Map<String, Set<String>> managers) {
    private static final ObjectMapper JSON = new ObjectMapper();

    FieldManagers {
        managers = Map.copyOf(managers);
    }

    /** Reads the managers of a stored object; none if it has no managedFields. */
    static FieldManagers of(Map<String, Object> object) {
        Map<String, Set<String>> managers = new HashMap<>();
        for (UntypedTree entry : UntypedTree.of(object).items("metadata.managedFields")) {
            paths(entry)
                    .forEach(path ->
                            managers.computeIfAbsent(path, _ -> new TreeSet<>()).add(entry.anyText("manager")));
        }
        return new FieldManagers(managers);
    }

    /** Returns whether every field has a manager, and none except the given ones. */
    boolean ownOnly(Set<String> allowed, Collection<String> fields) {
        return fields.stream().allMatch(field -> {
            Set<String> owners = managers.getOrDefault(field, Set.of());
            return !owners.isEmpty() && allowed.containsAll(owners);
        });
    }

    private static List<String> paths(UntypedTree entry) {
        List<String> paths = new ArrayList<>();
        collect("", entry.map("fieldsV1"), paths);
        return paths;
    }

    private static void collect(String path, Map<String, Object> fields, List<String> paths) {
        if (fields.isEmpty() || fields.containsKey(".")) {
            paths.add(path);
        }
        fields.forEach((element, below) -> {
            if (!element.equals(".")) {
                collect(path + text(element), UntypedTree.of(below).map(), paths);
            }
        });
    }

    /** Converts an element such as {@code f:spec} or {@code k:{"name":"a"}} to its form in a conflict. */
    private static String text(String element) {
        String value = element.substring(element.indexOf(':') + 1);
        return switch (element.substring(0, element.indexOf(':') + 1)) {
            case "f:" -> "." + value;
            case "k:" -> "[" + keys(value) + "]";
            case "v:" -> "[=" + value + "]";
            default -> "[" + value + "]";
        };
    }

    private static String keys(String json) {
        try {
            return JSON.readTree(json).properties().stream()
                    .map((Map.Entry<String, JsonNode> key) -> key.getKey() + "=" + key.getValue())
                    .collect(Collectors.joining(","));
        } catch (JsonProcessingException e) {
            // A conflict never has this form, so the field counts as one without a manager.
            return json;
        }
    }
}
