package dev.butlerlabs.sim.cluster.helm;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The content of a chart, from the table of well-known charts.
 *
 * @param content entries by type, each entry a map
 */
record ChartContent(String name, String version, Map<?, ?> content) {
    private static final Map<?, ?> TABLE = read();
    private static final Map<?, ?> UNKNOWN =
            Map.of("workloads", List.of(Map.of("kind", "Deployment", "name", "{release}", "image", "unknown")));

    /** Finds a chart by name, path or URL; an unknown chart contains one Deployment. */
    static ChartContent find(String reference, String version) {
        String last = reference.substring(reference.lastIndexOf('/') + 1);
        String name = last.replaceFirst("\\.tgz$", "").replaceFirst("-v?[0-9]+\\.[0-9].*$", "");
        Object known = TABLE.get(name);
        return new ChartContent(name, version, known instanceof Map<?, ?> content ? content : UNKNOWN);
    }

    /** Returns the chart whose table entry matches a part of the URL. */
    static Optional<ChartContent> at(String address) {
        return Arrays.stream(address.split("/", -1))
                .filter(TABLE::containsKey)
                .findFirst()
                .map(name -> find(name, ""));
    }

    List<Entry> entries(String kind) {
        return content.get(kind) instanceof List<?> list
                ? list.stream().map(entry -> new Entry((Map<?, ?>) entry)).toList()
                : List.of();
    }

    private static Map<?, ?> read() {
        try (InputStream table = ChartContent.class.getResourceAsStream("charts.yaml")) {
            return (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromInputStream(table);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One entry of a chart. */
    record Entry(Map<?, ?> map) {
        String text(String key) {
            return text(key, "");
        }

        String text(String key, String otherwise) {
            Object value = map.get(key);
            return value == null ? otherwise : value.toString();
        }

        boolean is(String key) {
            return Boolean.TRUE.equals(map.get(key));
        }

        Map<?, ?> under(String key) {
            return map.get(key) instanceof Map<?, ?> below ? below : Map.of();
        }
    }
}
