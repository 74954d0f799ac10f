package dev.butlerlabs.core.provider.rest;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A request to a REST API. Immutable. {@link #toString} contains neither headers nor body.
 *
 * @param target path below the base of the server, with its query, or a URL that the server returned
 * @param repeatable whether the request has the same effect if it is sent twice, so that a transient failure may be retried
 */
public record RestRequest(
        String method, String target, Map<String, String> headers, BodyPublisher body, boolean repeatable) {
    public RestRequest {
        headers = Map.copyOf(headers);
    }

    public static RestRequest get(String target) {
        return new RestRequest("GET", target, Map.of(), BodyPublishers.noBody(), true);
    }

    public static RestRequest post(String target) {
        return new RestRequest("POST", target, Map.of(), BodyPublishers.noBody(), false);
    }

    public static RestRequest put(String target) {
        return new RestRequest("PUT", target, Map.of(), BodyPublishers.noBody(), false);
    }

    public static RestRequest patch(String target) {
        return new RestRequest("PATCH", target, Map.of(), BodyPublishers.noBody(), false);
    }

    public static RestRequest delete(String target) {
        return new RestRequest("DELETE", target, Map.of(), BodyPublishers.noBody(), false);
    }

    /** Returns a path segment or the value of a query parameter in its encoded form. */
    public static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    public RestRequest withParameter(String name, String value) {
        String joined = target + (target.contains("?") ? "&" : "?") + encode(name) + "=" + encode(value);
        return new RestRequest(method, joined, headers, body, repeatable);
    }

    public RestRequest withHeader(String name, String value) {
        Map<String, String> all = new HashMap<>(headers);
        all.put(name, value);
        return new RestRequest(method, target, all, body, repeatable);
    }

    public RestRequest withJson(JsonNode tree) {
        return withBody("application/json", JsonDocument.bytes(tree));
    }

    public RestRequest withForm(Map<String, String> fields) {
        String text = fields.entrySet().stream()
                .map(field -> encode(field.getKey()) + "=" + encode(field.getValue()))
                .collect(Collectors.joining("&"));
        return withBody("application/x-www-form-urlencoded", text.getBytes(StandardCharsets.UTF_8));
    }

    public RestRequest withBody(String contentType, byte[] content) {
        return new RestRequest(method, target, headers, BodyPublishers.ofByteArray(content), repeatable)
                .withHeader("Content-Type", contentType);
    }

    /** Returns this request, retried after transient failures. Only for requests that have the same effect if sent twice. */
    public RestRequest asRepeatable() {
        return new RestRequest(method, target, headers, body, true);
    }

    @Override
    public String toString() {
        return method + " " + target.replaceFirst("\\?.*", "");
    }
}
