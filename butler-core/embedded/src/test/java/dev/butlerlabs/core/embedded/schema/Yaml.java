package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** YAML in tests. */
final class Yaml {
    private static final YAMLMapper MAPPER = new YAMLMapper();

    private Yaml() {}

    static JsonNode read(Path file) {
        try {
            return parse(Files.readString(file));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static JsonNode parse(String yaml) {
        try {
            return MAPPER.readTree(yaml);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
