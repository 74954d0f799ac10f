package dev.butlerlabs.core.provider.nutanix;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Cases that are files. */
final class GoldenCases {
    private static final Path ROOT = Path.of("src/test/resources/provider/nutanix");
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    private GoldenCases() {}

    static List<Path> in(String folder) {
        try (Stream<Path> cases = Files.list(ROOT.resolve(folder))) {
            return cases.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static JsonNode read(Path file) {
        try {
            return YAML.readTree(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
