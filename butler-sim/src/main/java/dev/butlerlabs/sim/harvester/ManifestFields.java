package dev.butlerlabs.sim.harvester;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads fields of untyped objects. */
final class ManifestFields {
    private ManifestFields() {}

    static Optional<Object> at(Object tree, String... path) {
        Object value = tree instanceof GenericKubernetesResource object ? object.getAdditionalProperties() : tree;
        for (String step : path) {
            value = value instanceof Map<?, ?> map ? map.get(step) : null;
        }
        return Optional.ofNullable(value);
    }

    static Optional<String> text(Object tree, String... path) {
        return at(tree, path).filter(String.class::isInstance).map(String.class::cast);
    }

    static Stream<?> items(Object tree, String... path) {
        return at(tree, path)
                .filter(List.class::isInstance)
                .<Stream<?>>map(list -> ((List<?>) list).stream())
                .orElseGet(Stream::empty);
    }
}
