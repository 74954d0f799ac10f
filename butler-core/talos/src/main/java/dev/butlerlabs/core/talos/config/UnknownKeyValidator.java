package dev.butlerlabs.core.talos.config;

import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.talos.config.ConfigFieldType.Field;
import dev.butlerlabs.core.version.VersionContract;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds unknown keys and values of the wrong type. */
final class UnknownKeyValidator {
    private final Optional<VersionContract> contract;
    private final boolean deletes;
    private final List<InputProblem> problems = new ArrayList<>();

    /** @param deletes whether {@code $patch: delete} is allowed instead of a value, as in a patch */
    UnknownKeyValidator(Optional<VersionContract> contract, boolean deletes) {
        this.contract = contract;
        this.deletes = deletes;
    }

    List<InputProblem> problems() {
        return List.copyOf(problems);
    }

    void check(String path, Object value, ConfigFieldType shape) {
        if (value == null || (deletes && PatchDeletion.isMarked(value))) {
            return;
        }
        switch (shape) {
            case ConfigFieldType.Struct struct -> struct(path, value, struct);
            case ConfigFieldType.Items items -> list(path, value, items);
            case ConfigFieldType.Entries entries -> map(path, value, entries);
            case ConfigFieldType.Arguments _ -> arguments(path, value);
            case ConfigFieldType.Scalar scalar -> scalar(path, value, scalar);
            case ConfigFieldType.Free _ -> {}
        }
    }

    private void struct(String path, Object value, ConfigFieldType.Struct struct) {
        if (!(value instanceof Map<?, ?> map)) {
            wrong(path, "a map", value);
            return;
        }
        map.forEach((key, child) -> {
            Field field = struct.fields().get(String.valueOf(key));
            String place = path.isEmpty() ? String.valueOf(key) : path + "." + key;
            if (field == null) {
                problems.add(new InputProblem(place, "is not a known key", nearest(String.valueOf(key), struct)));
            } else {
                age(place, field.since());
                check(place, child, field.shape());
            }
        });
    }

    private static String nearest(String key, ConfigFieldType.Struct struct) {
        return struct.fields().keySet().stream()
                .filter(name -> name.equalsIgnoreCase(key))
                .findFirst()
                .map(name -> "did you mean " + name + "?")
                .orElse("");
    }

    void age(String path, Optional<VersionContract> since) {
        if (since.isPresent() && contract.isPresent() && contract.get().known().compareTo(since.get()) < 0) {
            problems.add(new InputProblem(path, "is only supported since Talos " + since.get()));
        }
    }

    private void list(String path, Object value, ConfigFieldType.Items items) {
        if (!(value instanceof List<?> list)) {
            wrong(path, "a list", value);
            return;
        }
        for (int i = 0; i < list.size(); i++) {
            check(path + "[" + i + "]", list.get(i), items.item());
        }
    }

    private void map(String path, Object value, ConfigFieldType.Entries entries) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, child) -> check(path + "." + key, child, entries.value()));
        } else {
            wrong(path, "a map", value);
        }
    }

    private void arguments(String path, Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            wrong(path, "a map", value);
            return;
        }
        map.forEach((key, child) -> {
            String place = path + "." + key;
            if (child instanceof List<?> list) {
                list.forEach(
                        item -> scalar(place, item, new ConfigFieldType.Scalar(ConfigFieldType.Type.TEXT, List.of())));
            } else {
                check(place, child, new ConfigFieldType.Scalar(ConfigFieldType.Type.TEXT, List.of()));
            }
        });
    }

    private void scalar(String path, Object value, ConfigFieldType.Scalar scalar) {
        if (value instanceof Map || value instanceof List) {
            wrong(path, scalar.type().phrase(), value);
            return;
        }
        boolean fits = switch (scalar.type()) {
            // Numbers and booleans are accepted as strings, as by Talos.
            case TEXT, MANIFEST, URL, ANY -> true;
            case TRUTH -> value instanceof Boolean;
            case WHOLE -> isWhole(value);
            case WORD -> value.equals("") || scalar.words().contains(value.toString());
        };
        if (!fits && scalar.type() == ConfigFieldType.Type.WORD) {
            problems.add(new InputProblem(
                    path, "must be one of %2$s, not '%1$s'".formatted(value, String.join(", ", scalar.words()))));
        } else if (!fits) {
            wrong(path, scalar.type().phrase(), value);
        }
    }

    private static boolean isWhole(Object value) {
        return value instanceof Integer || value instanceof Long || value instanceof BigInteger;
    }

    /** Reports a wrong type without the value, which may be a misplaced secret. */
    private void wrong(String path, String expected, Object value) {
        String found = switch (value) {
            case Map<?, ?> _ -> "a map";
            case List<?> _ -> "a list";
            case Boolean _ -> "true or false";
            case Number _ -> "a number";
            default -> "text";
        };
        problems.add(new InputProblem(path, "must be %s, not %s".formatted(expected, found)));
    }
}
