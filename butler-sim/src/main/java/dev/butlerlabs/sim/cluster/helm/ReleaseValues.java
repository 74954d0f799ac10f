package dev.butlerlabs.sim.cluster.helm;

import dev.butlerlabs.core.tree.UntypedTree;
import dev.butlerlabs.core.yaml.YamlLimits;
import dev.butlerlabs.core.yaml.YamlParser;
import dev.butlerlabs.core.yaml.YamlValueConverter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The merged values of a release: files in order, then single settings. */
final class ReleaseValues {
    private final Map<String, Object> tree = new LinkedHashMap<>();

    Map<String, Object> tree() {
        return tree;
    }

    void addYaml(String text) {
        YamlParser.parse(text, YamlLimits.GENERATED).stream()
                .limit(1)
                .map(YamlValueConverter::of)
                .forEach(document -> merge(tree, UntypedTree.of(document).map()));
    }

    @SuppressWarnings("unchecked") // Nested maps are created here or come from YAML, where keys are strings.
    private static void merge(Map<String, Object> into, Map<?, ?> from) {
        from.forEach((key, value) -> {
            if (value instanceof Map<?, ?> map) {
                Object present = into.get(key.toString());
                Map<String, Object> below =
                        present instanceof Map<?, ?> ? (Map<String, Object>) present : new LinkedHashMap<>();
                into.put(key.toString(), below);
                merge(below, map);
            } else {
                into.put(key.toString(), value);
            }
        });
    }

    /** Applies settings such as {@code a.b=c,d=e}. */
    void set(String settings) {
        for (String setting : settings.split("(?<!\\\\),", -1)) {
            int equals = setting.indexOf('=');
            if (equals > 0) {
                List<String> path = Arrays.asList(setting.substring(0, equals).split("(?<!\\\\)\\.", -1));
                Object value = setting.substring(equals + 1);
                for (int i = path.size() - 1; i >= 0; i--) {
                    value = Map.of(path.get(i), value);
                }
                merge(tree, (Map<?, ?>) value);
            }
        }
    }

    /** Returns the value at a dot-separated path. */
    Optional<String> find(String path) {
        return UntypedTree.of(tree).find(path).map(Object::toString);
    }
}
