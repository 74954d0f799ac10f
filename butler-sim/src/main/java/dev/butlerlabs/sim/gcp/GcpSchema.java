package dev.butlerlabs.sim.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The fields that the simulator supports in a request. Others are rejected, as Google rejects fields that do not exist.
 *
 * <p>Written as {@code name labels{*} disks[]{boot initializeParams{diskName}}}: a list of fields, with the fields of objects and of items
 * in braces, and a star for any key.
 */
final class GcpSchema {
    private final Map<String, GcpSchema> fields = new LinkedHashMap<>();
    private boolean open;

    private GcpSchema() {}

    static GcpSchema of(String text) {
        int[] position = {0};
        return parse(text + "}", position);
    }

    private static GcpSchema parse(String text, int[] position) {
        GcpSchema schema = new GcpSchema();
        StringBuilder name = new StringBuilder();
        while (true) {
            char c = text.charAt(position[0]++);
            if (c == '{') {
                schema.fields.put(name.toString(), parse(text, position));
                name.setLength(0);
            } else if (Character.isWhitespace(c) || c == '}') {
                if (name.toString().equals("*")) {
                    schema.open = true;
                } else if (!name.isEmpty()) {
                    schema.fields.put(name.toString(), new GcpSchema());
                }
                name.setLength(0);
                if (c == '}') {
                    return schema;
                }
            } else {
                name.append(c);
            }
        }
    }

    /** @throws GcpApiError if the tree has a field that is not supported */
    void check(JsonNode tree) {
        check(tree, "");
    }

    private void check(JsonNode tree, String path) {
        if (tree.isArray()) {
            for (int i = 0; i < tree.size(); i++) {
                check(tree.get(i), path + "[" + i + "]");
            }
            return;
        }
        tree.properties().forEach(field -> {
            String key = field.getKey();
            GcpSchema known = fields.containsKey(key) ? fields.get(key) : fields.get(key + "[]");
            if (known == null && !open) {
                throw GcpApiError.invalid("Invalid JSON payload received. Unknown name \"%s\"%s: Cannot find field."
                        .formatted(key, path.isEmpty() ? "" : " at '" + path + "'"));
            }
            boolean list = fields.containsKey(key + "[]");
            if (known != null && list != field.getValue().isArray()) {
                throw GcpApiError.invalidValue(path.isEmpty() ? key : path + "." + key, "list expected: " + list);
            }
            if (known != null && (!known.fields.isEmpty() || known.open)) {
                known.check(field.getValue(), path.isEmpty() ? key : path + "." + key);
            }
        });
    }
}
