package dev.butlerlabs.core.config;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.References.Resolved;
import dev.butlerlabs.core.config.Value.Kind;
import java.util.Map;
import java.util.Optional;

/** The path of a file; the value is the content of the file. */
final class FileShape extends ScalarShape<SensitiveText> {
    @Override
    Optional<SensitiveText> parse(Place place, Kind kind, Resolved text) {
        Optional<SensitiveText> content = SmallFile.read(place, text);
        if (content.isPresent() && content.get().value().isBlank()) {
            return refuse(place, "refers to an empty file");
        }
        return content;
    }

    @Override
    Map<String, Object> plainSchema() {
        return JsonTree.of("type", "string");
    }

    @Override
    String phrase() {
        return "a file path";
    }
}
