package dev.butlerlabs.core.embedded.http;

import dev.butlerlabs.core.embedded.status.ApiException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The query parameters of a request. */
public record QueryParameters(Map<String, List<String>> values) {
    public QueryParameters {
        values = Map.copyOf(values);
    }

    public static QueryParameters parse(String raw) {
        Map<String, List<String>> values = new HashMap<>();
        for (String pair : raw.split("&", -1)) {
            if (pair.isEmpty()) {
                continue;
            }
            int equals = pair.indexOf('=');
            String name = decode(equals < 0 ? pair : pair.substring(0, equals));
            values.computeIfAbsent(name, key -> new ArrayList<>())
                    .add(equals < 0 ? "" : decode(pair.substring(equals + 1)));
        }
        return new QueryParameters(values);
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw ApiException.badRequest("invalid query: " + e.getMessage());
        }
    }

    /** Returns the first value of a parameter; empty if it is absent. */
    public String text(String name) {
        List<String> found = values.get(name);
        return found == null ? "" : found.getFirst();
    }

    public Optional<String> find(String name) {
        return Optional.of(text(name)).filter(value -> !value.isEmpty());
    }

    public boolean flag(String name) {
        List<String> found = values.get(name);
        return found != null
                && !found.getFirst().equals("false")
                && !found.getFirst().equals("0");
    }

    public long number(String name) {
        String text = text(name);
        try {
            return text.isEmpty() ? 0 : Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw ApiException.badRequest(
                    "unable to parse parameter %s: strconv.ParseInt: parsing \"%s\": invalid syntax"
                            .formatted(name, text));
        }
    }
}
