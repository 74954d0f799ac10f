package dev.butlerlabs.core.config;

import dev.butlerlabs.core.config.Value.Kind;
import dev.butlerlabs.core.config.Value.Mapping;
import dev.butlerlabs.core.config.Value.Scalar;
import java.util.Map;
import java.util.Optional;

/** A map whose keys are checked by another reader. */
final class SectionShape extends Shape<Section> {
    @Override
    Optional<Section> read(Place place, Value value) {
        return switch (value) {
            case Mapping mapping -> Optional.of(new Section(place, mapping));
            case Scalar scalar
            when scalar.kind() == Kind.NOTHING -> Optional.of(new Section(place, Mapping.empty(scalar.position())));
            default -> {
                place.report("must be a map, not " + value.phrase(), "indent its keys below it");
                yield Optional.empty();
            }
        };
    }

    @Override
    Map<String, Object> schema() {
        return JsonTree.of("type", "object");
    }

    @Override
    String phrase() {
        return "a map";
    }
}
