package dev.butlerlabs.core.config;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigValue.Kind;
import dev.butlerlabs.core.config.VariableResolver.Resolved;
import java.util.Map;
import java.util.Optional;

/** A secret text: written in the file or, better, referenced in a variable or a file. It is never shown. */
final class SecretValueType extends ScalarValueType<SensitiveText> {
    private static final String FILE = "file:";

    @Override
    Optional<SensitiveText> parse(ConfigReadContext place, Kind kind, Resolved text) {
        boolean file = text.text().startsWith(FILE)
                && !text.fromItsStart()
                && place.surroundings().isPresent();
        Optional<SensitiveText> secret = file
                ? ReferencedFileReader.read(place, text.from(FILE.length())).map(SecretValueType::withoutLastLineEnd)
                : Optional.of(written(place, text));
        if (secret.isPresent() && secret.get().value().isEmpty()) {
            return refuse(place, "is an empty secret");
        }
        return secret;
    }

    private static SensitiveText written(ConfigReadContext place, Resolved text) {
        if (!text.referred() && place.surroundings().isPresent() && !text.text().isEmpty()) {
            place.warn("contains a secret in plain text", "reference it with ${NAME} or file:PATH");
        }
        return new SensitiveText(text.text());
    }

    /** Removes the final line break that editors add to a file. */
    private static SensitiveText withoutLastLineEnd(SensitiveText content) {
        String text = content.value();
        int end = text.endsWith("\r\n") ? 2 : text.endsWith("\n") ? 1 : 0;
        return new SensitiveText(text.substring(0, text.length() - end));
    }

    @Override
    Map<String, Object> plainSchema() {
        return TextValueType.ANY;
    }

    @Override
    String phrase() {
        return "a secret";
    }
}
