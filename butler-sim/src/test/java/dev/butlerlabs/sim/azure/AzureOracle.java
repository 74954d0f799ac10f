package dev.butlerlabs.sim.azure;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The vendor's description of compute and network: operations, models and enums. Skips the test where it is not available. */
final class AzureOracle {
    private static final Pattern OPTIONAL = Pattern.compile("\\?\\[(.*)]");
    private static final Pattern LIST = Pattern.compile("list\\[(.*)]");
    private static final Pattern MAP = Pattern.compile("dict\\[str, (.*)]");
    private static final Pattern ENUM = Pattern.compile("Union\\[str, (.*)]");

    private final JsonNode description;

    private AzureOracle(JsonNode description) {
        this.description = description;
    }

    static AzureOracle load(String name) {
        Path file = Optional.ofNullable(System.getenv("BUTLER_ORACLES"))
                .map(Path::of)
                .orElseGet(() -> ProjectRoot.find().toAbsolutePath().resolve("../shared/oracles"))
                .resolve("azure/%s.trimmed.json".formatted(name));
        assumeTrue(Files.exists(file), "description of Azure not found; set BUTLER_ORACLES to its directory");
        try {
            return new AzureOracle(new ObjectMapper().readTree(file.toFile()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the API version of the operation that a request is; empty if there is none. */
    Optional<String> apiVersion(String method, String path) {
        return description.path("operations").properties().stream()
                .map(Map.Entry::getValue)
                .filter(operation -> operation.path("method").asText().equals(method))
                .filter(operation -> Pattern.compile(
                                pattern(operation.path("url").asText()), Pattern.CASE_INSENSITIVE)
                        .matcher(path)
                        .matches())
                .map(operation -> operation.path("api").asText())
                .findFirst();
    }

    private static String pattern(String url) {
        return Arrays.stream(url.split("\\{[^}]*}", -1)).map(Pattern::quote).collect(Collectors.joining("[^/]+"));
    }

    /** Returns every violation of a model, with its path. */
    List<String> violations(String model, JsonNode value, boolean request) {
        List<String> violations = new ArrayList<>();
        checkModel(model, value, "", request, violations);
        return violations;
    }

    private void checkModel(String model, JsonNode value, String path, boolean request, List<String> violations) {
        ObjectNode fields = new ObjectMapper().createObjectNode();
        collect(model, fields);
        if (fields.isEmpty()) {
            return;
        }
        if (!value.isObject()) {
            violations.add(path + " is not an object (" + model + ")");
            return;
        }
        for (Map.Entry<String, JsonNode> field : value.properties()) {
            String place = path + "/" + field.getKey();
            JsonNode form = fields.path(field.getKey());
            if (form.isMissingNode()) {
                violations.add(place + " is unknown in " + model);
            } else if (request && form.path("readOnly").asBoolean()) {
                violations.add(place + " is read-only");
            } else {
                check(form.path("type").asText(), field.getValue(), place, request, violations);
            }
        }
        fields.properties().stream()
                .filter(field ->
                        request && !field.getValue().path("type").asText().startsWith("?"))
                .filter(field -> !value.has(field.getKey()))
                .forEach(field -> violations.add(path + "/" + field.getKey() + " is missing"));
    }

    private void collect(String model, ObjectNode fields) {
        JsonNode form = description.path("models").path(model);
        form.path("bases").forEach(base -> collect(base.asText(), fields));
        form.path("fields").properties().forEach(field -> fields.set(field.getKey(), field.getValue()));
    }

    private void check(String type, JsonNode value, String path, boolean request, List<String> violations) {
        Matcher optional = OPTIONAL.matcher(type);
        Matcher list = LIST.matcher(type);
        Matcher map = MAP.matcher(type);
        Matcher choice = ENUM.matcher(type);
        if (optional.matches()) {
            check(optional.group(1), value, path, request, violations);
        } else if (list.matches()) {
            require(value.isArray(), path, type, violations);
            for (int i = 0; i < value.size(); i++) {
                check(list.group(1), value.path(i), path + "/" + i, request, violations);
            }
        } else if (map.matches()) {
            require(value.isObject(), path, type, violations);
            value.properties()
                    .forEach(entry ->
                            check(map.group(1), entry.getValue(), path + "/" + entry.getKey(), request, violations));
        } else if (choice.matches()) {
            JsonNode words = description.path("enums").path(choice.group(1));
            // New sizes are not added to the description.
            boolean known = words.isMissingNode()
                    || choice.group(1).equals("VirtualMachineSizeTypes")
                    || words.valueStream().anyMatch(word -> word.asText().equalsIgnoreCase(value.asText()));
            require(value.isTextual() && known, path + "=" + value, type, violations);
        } else {
            checkPlain(type, value, path, request, violations);
        }
    }

    private void checkPlain(String type, JsonNode value, String path, boolean request, List<String> violations) {
        switch (type) {
            case "str", "datetime.datetime" -> require(value.isTextual(), path, type, violations);
            case "int" -> require(value.isIntegralNumber(), path, type, violations);
            case "float" -> require(value.isNumber(), path, type, violations);
            case "bool" -> require(value.isBoolean(), path, type, violations);
            case "Literal[Count]" -> require(value.asText().equals("Count"), path, type, violations);
            default -> checkModel(type, value, path, request, violations);
        }
    }

    private static void require(boolean right, String path, String type, List<String> violations) {
        if (!right) {
            violations.add(path + " is not of type " + type);
        }
    }
}
