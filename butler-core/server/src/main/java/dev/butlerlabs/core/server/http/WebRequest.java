package dev.butlerlabs.core.server.http;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A request of a browser. Immutable, except that the body can be read once.
 *
 * @param path as it was sent, without the query; not decoded
 * @param rawQuery as it was sent; may be empty
 * @param query the decoded parameters
 * @param headers by names in lower case
 * @param address the address of the client
 */
public record WebRequest(
        String method,
        String path,
        String rawQuery,
        Map<String, List<String>> query,
        Map<String, List<String>> headers,
        String address,
        WebBody body) {
    public WebRequest {
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(rawQuery, "rawQuery");
        query = Map.copyOf(query);
        headers = Map.copyOf(headers);
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(body, "body");
    }

    /** Returns the request as one of another client. */
    public WebRequest withAddress(String client) {
        return new WebRequest(method, path, rawQuery, query, headers, client, body);
    }

    /** Returns the value of a header, or all values separated by commas. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)))
                .filter(values -> !values.isEmpty())
                .map(values -> String.join(",", values));
    }

    /** Returns the first value of a query parameter. */
    public Optional<String> parameter(String name) {
        return Optional.ofNullable(query.get(name))
                .flatMap(values -> values.stream().findFirst());
    }

    /** Returns the value of a cookie; the first one if the client sends several with this name. */
    public Optional<String> cookie(String name) {
        return headers.getOrDefault("cookie", List.of()).stream()
                .flatMap(header -> Stream.of(header.split(";", -1)))
                .map(String::strip)
                .filter(pair -> pair.startsWith(name + "="))
                .map(pair -> pair.substring(name.length() + 1))
                .findFirst();
    }

    /** Returns whether the request only reads. */
    public boolean isRead() {
        return method.equals("GET") || method.equals("HEAD");
    }
}
