package dev.butlerlabs.core.embedded.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
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

    static List<Case> kubectl() {
        return read("kubectl", Yaml.document(text(directory("kubectl").resolve("cases.yaml"))));
    }

    /** Lies in the directory of every kubectl case. */
    static String kubectlWidget() {
        return text(directory("kubectl").resolve("widget.yaml"));
    }

    static List<JsonNode> customResourceDefinitions() {
        return files("crds").stream()
                .flatMap(file -> Yaml.documents(text(file)).stream())
                .toList();
    }

    /** One case for each of the project's own definitions: it is accepted, and its kind can be listed. */
    static List<Case> projectDefinitions() {
        Path folder = Path.of(System.getProperty("butler.root", "..")).resolve("manifests/crds");
        return Files.isDirectory(folder)
                ? list(folder).stream().map(CaseLibrary::acceptance).toList()
                : List.of();
    }

    private static Case acceptance(Path file) {
        JsonNode definition = Yaml.document(text(file));
        String name = definition.at("/metadata/name").asText();
        Map<String, JsonNode> values = new LinkedHashMap<>();
        values.put("definition", definition);
        values.put("name", definition.at("/metadata/name"));
        values.put("group", definition.at("/spec/group"));
        values.put("version", definition.at("/spec/versions/0/name"));
        values.put("plural", definition.at("/spec/names/plural"));
        values.put(
                "listKind", TextNode.valueOf(definition.at("/spec/names/kind").asText() + "List"));
        JsonNode steps = Yaml.document("""
                - {APPLY: '$crds/$name?fieldManager=suite&force=true', send: $definition, warnings: []}
                - GET: $crds/$name
                  eventually: true
                  body: {status: {conditions: {<has>: [{type: Established, status: "True"}, {type: NamesAccepted, status: "True"}], <lacks>: [{type: NonStructuralSchema}]}}}
                - {GET: /apis/$group/$version/$plural, eventually: true, body: {kind: $listKind}}
                """);
        return new Case(
                "manifests", name + " is accepted", Yaml.elements(steps), values, Map.of(), false, Optional.empty());
    }

    /** Path abbreviations every case may use. */
    static Map<String, JsonNode> variables() {
        Map<String, JsonNode> variables =
                new HashMap<>(fields(Yaml.document(text(directory("").resolve("variables.yaml")))));
        variables.put("megabyte", TextNode.valueOf("x".repeat(1_000_000)));
        return variables;
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
        Optional<String> differs =
                Optional.ofNullable(entry.get("differsOnEmbedded")).map(JsonNode::asText);
        boolean controllers = entry.path("needs").asText().equals("controllers");
        Map<String, String> files = new LinkedHashMap<>();
        fields(entry.path("files")).forEach((file, text) -> files.put(file, text.asText()));
        return new Case(subject, name, Yaml.elements(entry.required("steps")), row, files, controllers, differs);
    }

    private static Map<String, JsonNode> fields(JsonNode object) {
        Map<String, JsonNode> fields = new LinkedHashMap<>();
        object.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
        return fields;
    }

    private static List<Path> files(String folder) {
        return list(directory(folder));
    }

    private static List<Path> list(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
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
