package dev.butlerlabs.core.identity.oidc;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/** Encodes parameters for forms and query strings. Pure functions. */
public final class FormEncoder {
    private FormEncoder() {}

    /** Returns the parameters in the order of the map. */
    public static String encode(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(entry -> encode(entry.getKey()) + "=" + encode(entry.getValue()))
                .collect(Collectors.joining("&"));
    }

    /** Returns one value. */
    public static String encode(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }
}
