package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.config.KeyRow;
import dev.butlerlabs.core.config.Keys;
import java.util.LinkedHashMap;
import java.util.List;
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
        if (!providers.isEmpty()) {
            schema.put(
                    "allOf",
                    providers.entrySet().stream().map(BootstrapSchema::section).toList());
        }
        schema.put("$defs", Map.of("reference", reference()));
        return schema;
    }

    /** The same rules as a list of keys for people. */
    public static List<KeyRow> rows() {
        return BootstrapKeys.ALL.rows();
    }

    /** The section of a provider is checked when it is the one that is used. */
    private static Map<String, Object> section(Map.Entry<String, Keys> provider) {
        Map<String, Object> section = new LinkedHashMap<>();
        section.put("if", properties("provider", Map.of("const", provider.getKey())));
        section.put(
                "then",
                properties(
                        "providerConfig",
                        properties(provider.getKey(), provider.getValue().schema())));
        return section;
    }

    private static Map<String, Object> properties(String name, Map<String, Object> schema) {
        return Map.of("properties", Map.of(name, schema));
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
