package dev.butlerlabs.sim.proxmox;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.sim.http.HttpApiRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The parameters of a call, from its query and body. A parameter that the call does not define is rejected, like a missing one or one
 * of the wrong type.
 */
final class PveParameters {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String UNDEFINED =
            "property is not defined in schema and the schema does not allow additional properties";

    private final Map<String, String> values;

    private PveParameters(Map<String, String> values) {
        this.values = values;
    }

    static PveParameters of(HttpApiRequest request, PveCallSchema schema) {
        Map<String, String> values = decode(request);
        Map<String, String> errors = new TreeMap<>();
        values.forEach((name, value) -> schema.find(name)
                .ifPresentOrElse(
                        type -> type.problem(value).ifPresent(problem -> errors.put(name, problem)),
                        () -> errors.put(name, UNDEFINED)));
        schema.required().stream()
                .filter(name -> !values.containsKey(name))
                .forEach(name -> errors.put(name, "property is missing and it is not optional"));
        if (!errors.isEmpty()) {
            throw PveException.parameters(errors);
        }
        return new PveParameters(values);
    }

    /** Returns all parameters without checking them. */
    static Map<String, String> decode(HttpApiRequest request) {
        Map<String, String> values = new TreeMap<>();
        boolean hasBody = request.method().equals("POST") || request.method().equals("PUT");
        if (hasBody && request.header("Content-Type").orElse("").startsWith("application/json")) {
            json(request.text())
                    .properties()
                    .forEach(
                            field -> values.put(field.getKey(), field.getValue().asText()));
        } else if (hasBody) {
            form(request.text(), values);
        }
        form(Optional.ofNullable(request.uri().getRawQuery()).orElse(""), values);
        return values;
    }

    private static JsonNode json(String text) {
        try {
            return MAPPER.readTree(text.isBlank() ? "{}" : text);
        } catch (JsonProcessingException _) {
            throw PveException.died("malformed JSON string");
        }
    }

    private static void form(String text, Map<String, String> values) {
        for (String pair : text.split("[&;]", -1)) {
            if (!pair.isEmpty()) {
                String[] sides = pair.split("=", 2);
                values.put(decoded(sides[0]), sides.length > 1 ? decoded(sides[1]) : "");
            }
        }
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    Optional<String> find(String name) {
        return Optional.ofNullable(values.get(name));
    }

    String get(String name) {
        return find(name).orElse("");
    }

    boolean isSet(String name) {
        return find(name).filter(value -> value.equals("1")).isPresent();
    }

    int number(String name) {
        return Integer.parseInt(get(name));
    }

    Map<String, String> all() {
        return Map.copyOf(values);
    }
}
