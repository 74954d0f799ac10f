package dev.butlerlabs.sim.cluster.helm;

import dev.butlerlabs.core.tree.UntypedTree;
import dev.butlerlabs.core.yaml.YamlLimits;
import dev.butlerlabs.core.yaml.YamlParser;
import dev.butlerlabs.core.yaml.YamlValueConverter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The content of a chart, from the table of well-known charts.
 *
 * @param content entries by type, each entry a map
 */
record ChartContent(String name, String version, UntypedTree content) {
    private static final UntypedTree TABLE = read();
    private static final UntypedTree UNKNOWN = UntypedTree.of(
            Map.of("workloads", List.of(Map.of("kind", "Deployment", "name", "{release}", "image", "unknown"))));

    /** Finds a chart by name, path or URL; an unknown chart contains one Deployment. */
    static ChartContent find(String reference, String version) {
        String last = reference.substring(reference.lastIndexOf('/') + 1);
        String name = last.replaceFirst("\\.tgz$", "").replaceFirst("-v?[0-9]+\\.[0-9].*$", "");
        UntypedTree known = TABLE.entry(name);
        return new ChartContent(name, version, known.equals(UntypedTree.EMPTY) ? UNKNOWN : known);
    }

    /** Returns the chart whose table entry matches a part of the URL. */
    static Optional<ChartContent> at(String address) {
        return Arrays.stream(address.split("/", -1))
                .filter(TABLE.map()::containsKey)
                .findFirst()
                .map(name -> find(name, ""));
    }

    List<UntypedTree> entries(String kind) {
        return content.items(kind);
    }

    private static UntypedTree read() {
        try (InputStream table = ChartContent.class.getResourceAsStream("charts.yaml")) {
            String text = new String(table.readAllBytes(), StandardCharsets.UTF_8);
            return UntypedTree.of(YamlValueConverter.of(
                    YamlParser.parse(text, YamlLimits.CONFIGURATION).getFirst()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
