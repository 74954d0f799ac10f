package dev.butlerlabs.core.talos.testing;

import dev.butlerlabs.core.talos.yaml.YamlReader;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;

/** Published data of Talos, compared with where it is at hand. */
public final class TalosOracles {
    private TalosOracles() {}

    /** A folder of the oracles; without them the test is skipped. */
    public static Path folder(String name) {
        String given = System.getenv("BUTLER_ORACLES");
        Path all = given == null ? ProjectRoot.find().resolve("../shared/oracles") : Path.of(given);
        Path folder = all.resolve("talos").resolve(name);
        Assumptions.assumeTrue(Files.isDirectory(folder), "no oracles at " + all.normalize());
        return folder;
    }

    public static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The documents of a file that hold something. */
    public static List<Object> documents(Path file) {
        return YamlReader.documents(file.getFileName().toString(), text(file)).stream()
                .filter(Objects::nonNull)
                .toList();
    }

    /** The tree without nulls, which mean the same as absence. */
    public static Object withoutNulls(Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                Map<Object, Object> result = new LinkedHashMap<>();
                map.forEach((key, child) -> {
                    if (child != null) {
                        result.put(key, withoutNulls(child));
                    }
                });
                yield result;
            }
            case List<?> list -> {
                List<Object> result = new ArrayList<>();
                list.forEach(item -> result.add(withoutNulls(item)));
                yield result;
            }
            case null, default -> value;
        };
    }
}
