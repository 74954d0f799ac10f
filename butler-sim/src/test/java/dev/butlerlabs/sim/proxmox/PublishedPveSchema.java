package dev.butlerlabs.sim.proxmox;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The schema that Proxmox VE publishes of its API, which rejects every parameter that it does not define. */
final class PublishedPveSchema {
    private static final Map<String, Pattern> FORMATS = Map.of(
            "pve-vmid", Pattern.compile("[1-9][0-9]{2,8}"),
            "pve-node", Pattern.compile("[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?"),
            "pve-storage-id", Pattern.compile("[a-z][a-z0-9._-]*[a-z0-9]", Pattern.CASE_INSENSITIVE),
            "pve-poolid", Pattern.compile("[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+){0,2}"),
            "dns-name",
                    Pattern.compile(
                            "([a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?\\.)*[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?"),
            "pve-tag-list", Pattern.compile("[a-z0-9_][a-z0-9_+.-]*([;, ][a-z0-9_][a-z0-9_+.-]*)*"),
            "pve-qm-ipconfig", Pattern.compile("(ip|gw|ip6|gw6)=[0-9a-zA-Z.:/]+(,(ip|gw|ip6|gw6)=[0-9a-zA-Z.:/]+)*"),
            "pve-bridge-id", Pattern.compile("[-_.\\w]+"),
            "pve-qm-boot", Pattern.compile("(legacy=[acdn]{1,4}|order=[a-z0-9;]+)"),
            "address-list", Pattern.compile("[0-9a-fA-F.:]+([,; ][0-9a-fA-F.:]+)*"));

    private final JsonNode paths;

    private PublishedPveSchema(JsonNode paths) {
        this.paths = paths;
    }

    static PublishedPveSchema load() throws IOException {
        Path folder = Optional.ofNullable(System.getenv("BUTLER_ORACLES"))
                .map(Path::of)
                .orElseGet(() -> ProjectRoot.find().toAbsolutePath().resolve("../shared/oracles"));
        Path file = folder.resolve("proxmox/pve-api.trimmed.json");
        assumeTrue(Files.exists(file), "no schema of Proxmox VE here: set BUTLER_ORACLES to where it is");
        return new PublishedPveSchema(new ObjectMapper().readTree(file.toFile()).path("paths"));
    }

    /** Returns what is wrong with a call. */
    List<String> violations(RecordedCall call) {
        List<String> violations = new ArrayList<>();
        Optional<Map.Entry<String, JsonNode>> operation = operation(call);
        if (operation.isEmpty()) {
            return List.of(call + ": not in the schema");
        }
        JsonNode schema = operation.get().getValue();
        checkParameters(
                call, schema.path("parameters"), pathParameters(operation.get().getKey()), violations);
        if (call.status() == 200) {
            JsonNode data = call.response().map(body -> body.path("data")).orElseThrow();
            if (data.isNull() && schema.path("returns").path("optional").asInt(0) == 1) {
                return violations;
            }
            checkValue(call + " returns", schema.path("returns"), data, violations);
        }
        return violations;
    }

    /** Returns whether a set of privileges permits a call, as far as the schema says. */
    boolean isPermitted(RecordedCall call, Set<String> privileges) {
        JsonNode check =
                operation(call).orElseThrow().getValue().path("permissions").path("check");
        return check.isMissingNode() || isGranted(check, privileges);
    }

    private static boolean isGranted(JsonNode check, Set<String> privileges) {
        return switch (check.path(0).asText()) {
            case "and" -> check.valueStream().skip(1).allMatch(part -> isGranted(part, privileges));
            case "or" -> check.valueStream().skip(1).anyMatch(part -> isGranted(part, privileges));
            case "perm" -> {
                boolean any = check.valueStream().anyMatch(part -> part.asText().equals("any"));
                List<String> needed =
                        check.path(2).valueStream().map(JsonNode::asText).toList();
                yield any ? needed.stream().anyMatch(privileges::contains) : privileges.containsAll(needed);
            }
            default -> throw new IllegalArgumentException("unknown check " + check);
        };
    }

    private Optional<Map.Entry<String, JsonNode>> operation(RecordedCall call) {
        return paths.propertyStream()
                // The ID of a volume can contain slashes.
                .filter(path -> call.path()
                        .matches(path.getKey().replace("{volume}", ".+").replaceAll("\\{\\w+}", "[^/]+")))
                .filter(path -> path.getValue().has(call.method()))
                .map(path -> Map.entry(path.getKey(), path.getValue().path(call.method())))
                .findFirst();
    }

    private static Set<String> pathParameters(String template) {
        return Set.copyOf(Pattern.compile("\\{(\\w+)}")
                .matcher(template)
                .results()
                .map(name -> name.group(1))
                .toList());
    }

    private static void checkParameters(
            RecordedCall call, JsonNode schema, Set<String> inPath, List<String> violations) {
        JsonNode properties = schema.path("properties");
        call.parameters().forEach((name, value) -> {
            JsonNode type =
                    properties.has(name) ? properties.path(name) : properties.path(name.replaceFirst("\\d+$", "[n]"));
            if (type.isMissingNode()) {
                violations.add("%s: parameter %s is not defined".formatted(call, name));
            } else {
                checkText("%s: parameter %s".formatted(call, name), type, value, violations);
            }
        });
        properties.properties().forEach(property -> {
            boolean required = property.getValue().path("optional").asInt(0) == 0;
            if (required
                    && !inPath.contains(property.getKey())
                    && !call.parameters().containsKey(property.getKey())) {
                violations.add("%s: parameter %s is missing".formatted(call, property.getKey()));
            }
        });
    }

    private static void checkText(String where, JsonNode type, String value, List<String> violations) {
        String problem = switch (type.path("type").asText("string")) {
            case "integer" -> integerProblem(type, value);
            case "boolean" -> value.matches("[01]") ? "" : "is not a boolean";
            case "number" -> value.matches("-?\\d+(\\.\\d+)?") ? "" : "is not a number";
            default -> stringProblem(type, value);
        };
        if (!problem.isEmpty()) {
            violations.add("%s %s: %s".formatted(where, problem, value));
        }
        if (type.path("format").isObject()) {
            checkOptions(where, type.path("format"), value, violations);
        }
    }

    private static String integerProblem(JsonNode type, String value) {
        if (!value.matches("-?\\d{1,18}")) {
            return "is not an integer";
        }
        long number = Long.parseLong(value);
        boolean inRange = number >= type.path("minimum").asLong(Long.MIN_VALUE)
                && number <= type.path("maximum").asLong(Long.MAX_VALUE);
        return inRange ? "" : "is out of range";
    }

    private static String stringProblem(JsonNode type, String value) {
        if (type.has("enum")
                && type.path("enum")
                        .valueStream()
                        .noneMatch(word -> word.asText().equals(value))) {
            return "is not one of " + type.path("enum");
        }
        if (type.has("pattern") && !value.matches(type.path("pattern").asText().replace("(?^:", "(?:"))) {
            return "does not match " + type.path("pattern").asText();
        }
        if (value.length() > type.path("maxLength").asInt(Integer.MAX_VALUE)) {
            return "is too long";
        }
        Optional<Pattern> format =
                Optional.ofNullable(FORMATS.get(type.path("format").asText("")));
        return format.filter(pattern -> !pattern.matcher(value).matches()).isPresent() ? "has the wrong format" : "";
    }

    /** Checks an option string such as {@code virtio,bridge=vmbr0}. */
    private static void checkOptions(String where, JsonNode format, String value, List<String> violations) {
        for (String part : value.split(",", -1)) {
            Matcher pair = Pattern.compile("([a-zA-Z0-9_-]+)=(.*)").matcher(part);
            String name = pair.matches() ? pair.group(1) : defaultKey(format);
            JsonNode type = format.path(name);
            if (type.isMissingNode()) {
                violations.add("%s: option %s is not defined".formatted(where, name));
            } else if (!type.has("alias")) {
                checkText(where + "." + name, type, pair.matches() ? pair.group(2) : part, violations);
            }
        }
    }

    private static String defaultKey(JsonNode format) {
        return format.propertyStream()
                .filter(option -> option.getValue().path("default_key").asInt(0) == 1)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("");
    }

    private static void checkValue(String where, JsonNode type, JsonNode value, List<String> violations) {
        boolean fits = switch (type.path("type").asText("any")) {
            case "array" -> value.isArray();
            case "object" -> value.isObject();
            case "string" -> value.isTextual();
            case "null" -> value.isNull();
            case "integer" -> value.isIntegralNumber() || value.asText("").matches("-?\\d+");
            case "number" -> value.isNumber();
            case "boolean" -> value.asText("").matches("[01]");
            default -> true;
        };
        if (!fits) {
            violations.add("%s %s instead of %s"
                    .formatted(where, value.getNodeType(), type.path("type").asText()));
            return;
        }
        if (value.isArray()) {
            value.valueStream().forEach(item -> checkValue(where + "[]", type.path("items"), item, violations));
        }
        type.path("properties").properties().forEach(property -> {
            JsonNode field = value.path(property.getKey());
            if (!field.isMissingNode()) {
                checkValue(where + "." + property.getKey(), property.getValue(), field, violations);
            } else if (value.isObject() && property.getValue().path("optional").asInt(0) == 0) {
                violations.add("%s.%s is missing".formatted(where, property.getKey()));
            }
        });
        boolean isOther = type.has("enum")
                && type.path("enum")
                        .valueStream()
                        .noneMatch(word -> word.asText().equals(value.asText()));
        if (isOther) {
            violations.add("%s is not one of %s: %s".formatted(where, type.path("enum"), value.asText()));
        }
    }
}
