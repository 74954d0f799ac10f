package dev.butlerlabs.sim.gcp;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The published description of a Google API, and the differences of messages from it. */
final class DiscoveryDocument {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final String prefix;
    private final JsonNode document;
    private final List<Method> methods = new ArrayList<>();

    private DiscoveryDocument(String prefix, JsonNode document) {
        this.prefix = prefix;
        this.document = document;
        document.path("resources")
                .properties()
                .forEach(resource -> resource.getValue()
                        .path("methods")
                        .properties()
                        .forEach(method ->
                                methods.add(Method.of(resource.getKey() + "." + method.getKey(), method.getValue()))));
    }

    /** Reads the description of Compute Engine; skips the test if it is not there. */
    static DiscoveryDocument read() throws IOException {
        return read("compute");
    }

    /**
     * Reads a description; skips the test if it is not there.
     *
     * @param api such as {@code compute}
     */
    static DiscoveryDocument read(String api) throws IOException {
        Path file = Optional.ofNullable(System.getenv("BUTLER_ORACLES"))
                .map(Path::of)
                .orElseGet(() -> ProjectRoot.find().toAbsolutePath().resolve("../shared/oracles"))
                .resolve("gcp/%s.v1.trimmed.json".formatted(api));
        assumeTrue(Files.exists(file), "no discovery document of Google at " + file.normalize());
        return new DiscoveryDocument("/%s/v1/".formatted(api), MAPPER.readTree(file.toFile()));
    }

    /** A method of the API with the pattern of its path. */
    private record Method(String id, String verb, Pattern path, List<String> pathParameters, JsonNode json) {
        static Method of(String id, JsonNode json) {
            String template = json.has("flatPath")
                    ? json.path("flatPath").asText()
                    : json.path("path").asText();
            List<String> names = new ArrayList<>();
            StringBuilder pattern = new StringBuilder();
            Matcher variable = Pattern.compile("\\{\\+?([A-Za-z]+)\\}").matcher(template);
            int from = 0;
            while (variable.find()) {
                pattern.append(Pattern.quote(template.substring(from, variable.start())))
                        .append("([^/]+)");
                names.add(variable.group(1));
                from = variable.end();
            }
            pattern.append(Pattern.quote(template.substring(from)));
            return new Method(id, json.path("httpMethod").asText(), Pattern.compile(pattern.toString()), names, json);
        }
    }

    /** Returns the method of an exchange, such as {@code instances.insert}. */
    Optional<String> method(RecordingApplication.Exchange exchange) {
        return find(exchange).map(Method::id);
    }

    private Optional<Method> find(RecordingApplication.Exchange exchange) {
        String path = below(exchange);
        return methods.stream()
                .filter(method -> method.verb().equals(exchange.request().method())
                        && method.path().matcher(path).matches())
                .min((one, other) -> Integer.compare(
                        one.pathParameters().size(), other.pathParameters().size()));
    }

    /** Returns the path below the API, without the prefix of uploads. */
    private String below(RecordingApplication.Exchange exchange) {
        String path = exchange.request().uri().getRawPath();
        return path.substring(path.indexOf(prefix) + prefix.length());
    }

    /** Returns how the response to the last part of an upload differs from an object. */
    List<String> objectViolations(RecordingApplication.Exchange exchange) throws IOException {
        List<String> violations = new ArrayList<>();
        check("Object", tree(exchange.response().body()), "upload response", false, violations);
        return violations;
    }

    /** Returns how an exchange differs from the description. */
    List<String> violations(RecordingApplication.Exchange exchange) throws IOException {
        List<String> violations = new ArrayList<>();
        Optional<Method> found = find(exchange);
        if (found.isEmpty()) {
            return List.of("no method: %s %s"
                    .formatted(exchange.request().method(), exchange.request().path()));
        }
        Method method = found.get();
        checkPath(method, exchange, violations);
        checkQuery(method, exchange, violations);
        JsonNode body = tree(exchange.request().body());
        if (method.json().has("request")) {
            check(method.json().at("/request/$ref").asText(), body, method.id() + " request", true, violations);
        } else if (!body.isEmpty()) {
            violations.add(method.id() + " has no request body");
        }
        JsonNode response = tree(exchange.response().body());
        if (exchange.response().status() == 204) {
            require(!method.json().has("response"), method.id() + " has a response body", violations);
        } else if (exchange.response().status() == 200) {
            check(method.json().at("/response/$ref").asText(), response, method.id() + " response", false, violations);
        } else if (!response.at("/error/errors/0").hasNonNull("reason")
                || response.at("/error/code").asInt() != exchange.response().status()) {
            violations.add(method.id() + " error without reason or code");
        }
        return violations;
    }

    private static JsonNode tree(byte[] text) throws IOException {
        return text.length == 0 ? MAPPER.createObjectNode() : MAPPER.readTree(text);
    }

    private void checkPath(Method method, RecordingApplication.Exchange exchange, List<String> violations) {
        Matcher matcher = method.path().matcher(below(exchange));
        if (matcher.matches()) {
            for (int i = 0; i < method.pathParameters().size(); i++) {
                String name = method.pathParameters().get(i);
                String pattern = method.json()
                        .path("parameters")
                        .path(name)
                        .path("pattern")
                        .asText("");
                String value = matcher.group(i + 1);
                if (!pattern.isEmpty() && !Pattern.matches(pattern, value)) {
                    violations.add("%s: %s=%s does not match %s".formatted(method.id(), name, value, pattern));
                }
            }
        }
    }

    private void checkQuery(Method method, RecordingApplication.Exchange exchange, List<String> violations) {
        String query =
                Optional.ofNullable(exchange.request().uri().getRawQuery()).orElse("");
        for (String pair : query.isEmpty() ? new String[0] : query.split("&", -1)) {
            String name = pair.replaceFirst("=.*", "");
            if (!name.equals("uploadType")
                    && !method.json().path("parameters").has(name)
                    && !document.path("parameters").has(name)) {
                violations.add("%s: unknown parameter %s".formatted(method.id(), name));
            }
        }
    }

    private void check(String schema, JsonNode value, String path, boolean request, List<String> violations) {
        JsonNode described = document.path("schemas").path(schema);
        if (described.isMissingNode()) {
            violations.add("%s: no schema %s".formatted(path, schema));
            return;
        }
        checkType(described, value, path, request, violations);
    }

    private void checkType(JsonNode type, JsonNode value, String path, boolean request, List<String> violations) {
        if (type.has("$ref")) {
            check(type.path("$ref").asText(), value, path, request, violations);
            return;
        }
        switch (type.path("type").asText()) {
            case "object" -> checkObject(type, value, path, request, violations);
            case "array" -> {
                if (!value.isArray()) {
                    violations.add(path + " is not a list");
                }
                value.forEach(item -> checkType(type.path("items"), item, path + "[]", request, violations));
            }
            case "string" -> checkText(type, value, path, violations);
            case "boolean" -> require(value.isBoolean(), path + " is not a boolean", violations);
            case "integer" -> require(value.isIntegralNumber(), path + " is not an integer", violations);
            case "number" -> require(value.isNumber(), path + " is not a number", violations);
            default -> {}
        }
    }

    private void checkObject(JsonNode type, JsonNode value, String path, boolean request, List<String> violations) {
        require(value.isObject(), path + " is not an object", violations);
        for (Map.Entry<String, JsonNode> field : value.properties()) {
            JsonNode known = type.path("properties").path(field.getKey());
            JsonNode described = known.isMissingNode() ? type.path("additionalProperties") : known;
            String name = path + "." + field.getKey();
            if (described.isMissingNode()) {
                violations.add(name + " does not exist");
            } else if (request && described.path("readOnly").asBoolean(false)) {
                violations.add(name + " is read-only");
            } else {
                checkType(described, field.getValue(), name, request, violations);
            }
        }
    }

    private static void checkText(JsonNode type, JsonNode value, String path, List<String> violations) {
        require(value.isTextual(), path + " is not text", violations);
        Set<String> words = new HashSet<>();
        type.path("enum").forEach(word -> words.add(word.asText()));
        require(
                words.isEmpty() || words.contains(value.asText()),
                "%s: %s is not one of its words".formatted(path, value.asText()),
                violations);
        String pattern = type.path("pattern").asText("");
        require(
                pattern.isEmpty() || Pattern.matches(pattern, value.asText()),
                "%s: %s does not match %s".formatted(path, value.asText(), pattern),
                violations);
    }

    private static void require(boolean met, String violation, List<String> violations) {
        if (!met) {
            violations.add(violation);
        }
    }
}
