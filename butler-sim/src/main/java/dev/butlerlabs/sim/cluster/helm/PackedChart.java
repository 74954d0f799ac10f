package dev.butlerlabs.sim.cluster.helm;

import dev.butlerlabs.core.tree.UntypedTree;
import dev.butlerlabs.core.yaml.YamlLimits;
import dev.butlerlabs.core.yaml.YamlParser;
import dev.butlerlabs.core.yaml.YamlValueConverter;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/**
 * The files of a packed chart, as Helm reads them before it renders anything.
 *
 * @param files by path below the directory of the chart
 */
record PackedChart(Map<String, String> files) {
    private static final int BLOCK = 512;
    private static final int NAME_LENGTH = 100;
    private static final int SIZE_OFFSET = 124;
    private static final int SIZE_LENGTH = 11;
    private static final Pattern DOCUMENT_START = Pattern.compile("(?m)^---$");
    private static final Pattern LABELS =
            Pattern.compile("(?m)^ *labels:\\R *\\{\\{- include \"[a-z.]+labels\" [.$] \\| nindent [0-9]+ }}\\R");

    /**
     * Reads an archive.
     *
     * @param content the bytes of a gzip-compressed tar archive, one per character
     * @throws HelmFailure if it is not a chart
     */
    static PackedChart read(String path, String content) {
        byte[] bytes = content.getBytes(StandardCharsets.ISO_8859_1);
        try (InputStream tar = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            PackedChart chart = new PackedChart(files(tar.readAllBytes()));
            if (!chart.files().containsKey("Chart.yaml")) {
                throw new HelmFailure("Chart.yaml file is missing");
            }
            return chart;
        } catch (IOException e) {
            throw new HelmFailure(
                    "file '%s' does not appear to be a gzipped archive; got '%s'".formatted(path, e.getMessage()));
        }
    }

    private static Map<String, String> files(byte[] tar) {
        Map<String, String> files = new HashMap<>();
        int offset = 0;
        while (offset + BLOCK <= tar.length && tar[offset] != 0) {
            String name = text(tar, offset, NAME_LENGTH).replaceFirst("\0.*", "");
            int size = Integer.parseInt(text(tar, offset + SIZE_OFFSET, SIZE_LENGTH), 8);
            files.put(
                    name.substring(name.indexOf('/') + 1),
                    new String(tar, offset + BLOCK, size, StandardCharsets.UTF_8));
            offset += BLOCK + (size + BLOCK - 1) / BLOCK * BLOCK;
        }
        return files;
    }

    private static String text(byte[] tar, int offset, int length) {
        return new String(tar, offset, length, StandardCharsets.US_ASCII);
    }

    String name() {
        return yaml("Chart.yaml").anyText("name");
    }

    String version() {
        return yaml("Chart.yaml").anyText("version");
    }

    /**
     * Returns the ClusterRoles of the templates. Templates are not evaluated: a role that depends on values, apart from its labels, is
     * left out.
     */
    List<ClusterRole> clusterRoles() {
        return files.entrySet().stream()
                .filter(file ->
                        file.getKey().startsWith("templates/") && file.getKey().endsWith(".yaml"))
                .sorted(Map.Entry.comparingByKey())
                .flatMap(file -> DOCUMENT_START.splitAsStream(file.getValue()))
                .filter(document -> document.contains("\nkind: ClusterRole\n"))
                .map(document -> LABELS.matcher(document).replaceAll(""))
                .filter(document -> !document.contains("{{"))
                .map(document -> Serialization.unmarshal(document, ClusterRole.class))
                .toList();
    }

    /** Rejects values that the chart does not have, as a strict schema does. */
    void validate(ReleaseValues values) {
        List<String> problems = problems(values.tree(), yaml("values.schema.json"), "(root)");
        if (!problems.isEmpty()) {
            throw new HelmFailure(
                    "values don't meet the specifications of the schema(s) in the following chart(s):\n%s:\n%s"
                            .formatted(name(), String.join("\n", problems)));
        }
    }

    private static List<String> problems(Map<?, ?> values, UntypedTree schema, String path) {
        Map<?, ?> known = schema.map("properties");
        if (!Boolean.FALSE.equals(schema.find("additionalProperties").orElse(true))) {
            return List.of();
        }
        return values.entrySet().stream()
                .flatMap(entry -> known.containsKey(entry.getKey())
                        ? problems(entry, UntypedTree.of(known.get(entry.getKey()))).stream()
                        : List.of("- %s: Additional property %s is not allowed".formatted(path, entry.getKey()))
                                .stream())
                .collect(Collectors.toList());
    }

    private static List<String> problems(Map.Entry<?, ?> entry, UntypedTree schema) {
        return entry.getValue() instanceof Map<?, ?> map
                ? problems(map, schema, entry.getKey().toString())
                : List.of();
    }

    private UntypedTree yaml(String file) {
        String text = files.get(file);
        return text == null
                ? UntypedTree.EMPTY
                : UntypedTree.of(YamlValueConverter.of(
                        YamlParser.parse(text, YamlLimits.GENERATED).getFirst()));
    }
}
