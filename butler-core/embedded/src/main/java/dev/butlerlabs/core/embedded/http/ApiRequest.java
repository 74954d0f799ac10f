package dev.butlerlabs.core.embedded.http;

import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * A request as handlers see it.
 *
 * @param path the decoded path segments
 * @param certificates the certificate chain of the client, its own certificate first; empty if it sent none
 * @param body reads the body; must not be called twice
 * @param warnings the warnings for the user of the client, sent in the response headers
 */
public record ApiRequest(
        String method,
        List<String> path,
        QueryParameters query,
        Headers headers,
        List<X509Certificate> certificates,
        Body body,
        List<String> warnings) {

    /**
     * The request headers used by this server; absent headers are empty.
     *
     * @param impersonates whether the request has impersonation headers
     */
    public record Headers(
            String authorization,
            String accept,
            String contentType,
            String userAgent,
            String host,
            String upgrade,
            boolean impersonates) {
        /** Returns the content type without its parameters. */
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

    /** Reads the body up to the size limit. */
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
            QueryParameters query,
            Headers headers,
            List<X509Certificate> certificates,
            Body body) {
        this(method, path, query, headers, certificates, body, Collections.synchronizedList(new ArrayList<>()));
    }

    public void warn(String sentence) {
        warnings.add(sentence);
    }
}
