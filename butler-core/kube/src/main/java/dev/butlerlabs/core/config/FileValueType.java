package dev.butlerlabs.core.config;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigValue.Kind;
import dev.butlerlabs.core.config.VariableResolver.Resolved;
import java.util.Map;
import java.util.Optional;

/** The path of a file; the value is the content of the file. */
final class FileValueType extends ScalarValueType<SensitiveText> {
    @Override
    Optional<SensitiveText> parse(ConfigReadContext place, Kind kind, Resolved text) {
        Optional<SensitiveText> content = ReferencedFileReader.read(place, text);
        if (content.isPresent() && content.get().value().isBlank()) {
            return refuse(place, "refers to an empty file");
        }
        return content;
    }

    @Override
    Map<String, Object> plainSchema() {
        return JsonSchemaBuilder.of("type", "string");
    }

    @Override
    String phrase() {
        return "a file path";
    }
}
