package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.config.Keys;
import java.util.LinkedHashMap;
import java.util.Map;

/** The file's rules as JSON Schema, for editors; made from the very keys that read the file. */
public final class BootstrapSchema {
    private BootstrapSchema() {}

    /**
     * The schema as a tree of maps and lists.
     *
     * @param providers the keys of each provider's section, by the provider's name; other sections stay open
     */
    public static Map<String, Object> tree(Map<String, Keys> providers) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("title", "Bootstrap of a Butler management cluster");
        schema.putAll(BootstrapKeys.ALL.schema());
        properties(schema).put("providerConfig", sections(properties(schema), providers));
        schema.put("$defs", Map.of("reference", reference()));
        return schema;
    }

    @SuppressWarnings("unchecked") // the keys make it so
    private static Map<String, Object> properties(Map<String, Object> schema) {
        return (Map<String, Object>) schema.get("properties");
    }

    @SuppressWarnings("unchecked") // the keys make it so
    private static Map<String, Object> sections(Map<String, Object> properties, Map<String, Keys> providers) {
        Map<String, Object> sections = new LinkedHashMap<>((Map<String, Object>) properties.get("providerConfig"));
        Map<String, Object> known = new LinkedHashMap<>();
        providers.forEach((name, keys) -> known.put(name, keys.schema()));
        if (!known.isEmpty()) {
            sections.put("properties", known);
        }
        sections.put("additionalProperties", Map.of("type", "object"));
        return sections;
    }

    /** Any value may be taken from a variable, and the empty text counts as left out. */
    private static Map<String, Object> reference() {
        Map<String, Object> reference = new LinkedHashMap<>();
        reference.put("type", "string");
        reference.put("pattern", "^$|\\$\\{");
        reference.put("description", "A value taken from the environment, such as ${NAME}.");
        return reference;
    }
}
