package dev.butlerlabs.sim.cluster.helm;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The merged values of a release: files in order, then single settings. */
final class ReleaseValues {
    private final Map<String, Object> tree = new LinkedHashMap<>();

    Map<String, Object> tree() {
        return tree;
    }

    void addYaml(String text) {
        Object read = new Load(LoadSettings.builder().build()).loadFromString(text);
        if (read instanceof Map<?, ?> map) {
            merge(tree, map);
        }
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
        Object at = tree;
        for (String name : path.split("\\.", -1)) {
            at = at instanceof Map<?, ?> map ? map.get(name) : null;
        }
        return Optional.ofNullable(at).map(Object::toString);
    }
}
