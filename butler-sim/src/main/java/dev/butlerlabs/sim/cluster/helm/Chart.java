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
 * What a chart brings, out of the table of well-known ones.
 *
 * @param content by kind of entry, each entry a map
 */
record Chart(String name, String version, Map<?, ?> content) {
    private static final Map<?, ?> TABLE = read();
    private static final Map<?, ?> UNKNOWN =
            Map.of("workloads", List.of(Map.of("kind", "Deployment", "name", "{release}", "image", "unknown")));

    /** A chart by what Helm is told: a name, a path, or an address; one that is not known brings a deployment. */
    static Chart find(String reference, String version) {
        String last = reference.substring(reference.lastIndexOf('/') + 1);
        String name = last.replaceFirst("\\.tgz$", "").replaceFirst("-v?[0-9]+\\.[0-9].*$", "");
        Object known = TABLE.get(name);
        return new Chart(name, version, known instanceof Map<?, ?> content ? content : UNKNOWN);
    }

    /** What is known to lie at an address, by any part of it. */
    static Optional<Chart> at(String address) {
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
        try (InputStream table = Chart.class.getResourceAsStream("charts.yaml")) {
            return (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromInputStream(table);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One thing a chart brings. */
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
