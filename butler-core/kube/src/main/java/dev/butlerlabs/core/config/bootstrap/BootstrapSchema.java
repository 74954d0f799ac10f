package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.config.ConfigKeyDescription;
import dev.butlerlabs.core.config.ConfigKeys;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Generates the JSON Schema of the file from the keys that read it. */
public final class BootstrapSchema {
    private BootstrapSchema() {}

    /**
     * Returns the schema as a tree of maps and lists.
     *
     * @param providers the keys of each provider section, by provider name; other sections accept any key
     */
    public static Map<String, Object> tree(Map<String, ConfigKeys> providers) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("title", "Bootstrap of a Butler management cluster");
        schema.putAll(BootstrapFileKeys.ALL.schema());
        if (!providers.isEmpty()) {
            schema.put(
                    "allOf",
                    providers.entrySet().stream().map(BootstrapSchema::section).toList());
        }
        schema.put("$defs", Map.of("reference", reference()));
        return schema;
    }

    /** Returns the documentation of the keys. */
    public static List<ConfigKeyDescription> rows() {
        return BootstrapFileKeys.ALL.rows();
    }

    /** Checks the section of a provider only if it is the configured provider. */
    private static Map<String, Object> section(Map.Entry<String, ConfigKeys> provider) {
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

    /** Accepts a variable reference for any value, and the empty text for a missing one. */
    private static Map<String, Object> reference() {
        Map<String, Object> reference = new LinkedHashMap<>();
        reference.put("type", "string");
        reference.put("pattern", "^$|\\$\\{");
        reference.put("description", "A value from an environment variable, such as ${NAME}.");
        return reference;
    }
}
