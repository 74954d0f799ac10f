package dev.butlerlabs.core.config;

import dev.butlerlabs.core.config.ConfigValue.Kind;
import dev.butlerlabs.core.config.ConfigValue.Mapping;
import dev.butlerlabs.core.config.ConfigValue.Scalar;
import java.util.Map;
import java.util.Optional;

/** A map whose keys are checked by another reader. */
final class SectionValueType extends ConfigValueType<ConfigSection> {
    @Override
    Optional<ConfigSection> read(ConfigReadContext place, ConfigValue value) {
        return switch (value) {
            case Mapping mapping -> Optional.of(new ConfigSection(place, mapping));
            case Scalar scalar
            when scalar.kind() == Kind.NOTHING ->
                Optional.of(new ConfigSection(place, Mapping.empty(scalar.position())));
            default -> {
                place.report("must be a map, not " + value.phrase(), "indent its keys below it");
                yield Optional.empty();
            }
        };
    }

    @Override
    Map<String, Object> schema() {
        return JsonSchemaBuilder.of("type", "object");
    }

    @Override
    String phrase() {
        return "a map";
    }
}
