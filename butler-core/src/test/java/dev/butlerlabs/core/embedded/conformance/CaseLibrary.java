package dev.butlerlabs.core.embedded.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The cases and custom resource definitions under {@code conformance/} in the test resources. */
final class CaseLibrary {

    private CaseLibrary() {}

    static Map<String, List<Case>> bySubject() {
        Map<String, List<Case>> subjects = new LinkedHashMap<>();
        for (Path file : files("cases")) {
            String subject = file.getFileName().toString().replace(".yaml", "");
            subjects.put(subject, read(subject, Yaml.document(text(file))));
        }
        return subjects;
    }

    static List<JsonNode> customResourceDefinitions() {
        return files("crds").stream()
                .flatMap(file -> Yaml.documents(text(file)).stream())
                .toList();
    }

    /** Path abbreviations every case may use. */
    static Map<String, JsonNode> variables() {
        return fields(Yaml.document(text(directory("").resolve("variables.yaml"))));
    }

    private static List<Case> read(String subject, JsonNode document) {
        List<Case> cases = new ArrayList<>();
        for (JsonNode entry : document) {
            if (entry.has("for")) {
                entry.get("for").forEach(row -> cases.add(read(subject, entry, fields(row))));
            } else {
                cases.add(read(subject, entry, Map.of()));
            }
        }
        return cases;
    }

    private static Case read(String subject, JsonNode entry, Map<String, JsonNode> row) {
        String name = new Variables(row).fillKnown(entry.required("name").asText());
        Optional<String> differs = Optional.ofNullable(entry.get("differsOnEmbedded")).map(JsonNode::asText);
        boolean controllers = entry.path("needs").asText().equals("controllers");
        return new Case(subject, name, Yaml.elements(entry.required("steps")), row, controllers, differs);
    }

    private static Map<String, JsonNode> fields(JsonNode object) {
        Map<String, JsonNode> fields = new LinkedHashMap<>();
        object.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
        return fields;
    }

    private static List<Path> files(String folder) {
        try (Stream<Path> files = Files.list(directory(folder))) {
            return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path directory(String folder) {
        URL root = Objects.requireNonNull(CaseLibrary.class.getResource("/conformance"), "no conformance cases");
        try {
            return Path.of(root.toURI()).resolve(folder);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
