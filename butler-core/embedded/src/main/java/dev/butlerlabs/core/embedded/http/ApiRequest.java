package dev.butlerlabs.core.embedded.http;

import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * A request as the handlers see it.
 *
 * @param path the decoded words between the slashes
 * @param certificates the chain the client has shown, its own first; empty when it has shown none
 * @param body reads the body; called at most once
 * @param warnings sentences for the client's user, sent along with the answer
 */
public record ApiRequest(
        String method,
        List<String> path,
        Query query,
        Headers headers,
        List<X509Certificate> certificates,
        Body body,
        List<String> warnings) {

    /**
     * The headers that matter here; empty when absent.
     *
     * @param impersonates whether the request asks to run as another user
     */
    public record Headers(
            String authorization,
            String accept,
            String contentType,
            String userAgent,
            String host,
            String upgrade,
            boolean impersonates) {
        /** The content type without its parameters. */
        public String mediaType() {
            int semicolon = contentType.indexOf(';');
            String type = semicolon < 0 ? contentType : contentType.substring(0, semicolon);
            return type.strip().toLowerCase(Locale.ROOT);
        }

        @Override
        public String toString() {
            return "Headers[" + accept + ", " + contentType + ", " + userAgent + "]";
        }
    }

    /** Reads the body up to the limit. */
    @FunctionalInterface
    public interface Body {
        byte[] read();
    }

    public ApiRequest {
        Objects.requireNonNull(method, "method");
        path = List.copyOf(path);
        certificates = List.copyOf(certificates);
    }

    public ApiRequest(
            String method,
            List<String> path,
            Query query,
            Headers headers,
            List<X509Certificate> certificates,
            Body body) {
        this(method, path, query, headers, certificates, body, Collections.synchronizedList(new ArrayList<>()));
    }

    public void warn(String sentence) {
        warnings.add(sentence);
    }
}
