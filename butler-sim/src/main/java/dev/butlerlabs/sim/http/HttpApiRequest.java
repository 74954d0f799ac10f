package dev.butlerlabs.sim.http;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A received request.
 *
 * @param headers by lowercase name
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; bodies are bytes
public record HttpApiRequest(String method, URI uri, Map<String, List<String>> headers, byte[] body) {
    public HttpApiRequest {
        headers = headers.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        entry -> entry.getKey().toLowerCase(Locale.ROOT), entry -> List.copyOf(entry.getValue())));
        body = body.clone();
    }

    @Override
    public byte[] body() {
        return body.clone();
    }

    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** Returns this request with an additional parameter, such as {@code dryRun=All}. */
    public HttpApiRequest withQuery(String parameter) {
        String before = uri.getRawQuery() == null ? "?" : "?" + uri.getRawQuery() + "&";
        return new HttpApiRequest(method, URI.create(uri.getRawPath() + before + parameter), headers, body);
    }

    public String path() {
        return uri.getPath();
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT))).map(List::getFirst);
    }
}
