package dev.butlerlabs.core.embedded.http;

import dev.butlerlabs.core.embedded.identity.RequestUser;
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
 * @param user who sends it
 * @param certificates the certificate chain of the client, its own certificate first; empty if it sent none
 * @param body reads the body; must not be called twice
 * @param warnings the warnings for the user of the client, sent in the response headers
 */
public record ApiRequest(
        String method,
        List<String> path,
        QueryParameters query,
        Headers headers,
        RequestUser user,
        List<X509Certificate> certificates,
        Body body,
        List<String> warnings) {

    /**
     * The request headers used by this server; absent headers are empty.
     *
     * @param impersonation the user that the client impersonates
     */
    public record Headers(
            String authorization,
            String accept,
            String contentType,
            String userAgent,
            String host,
            String upgrade,
            Impersonation impersonation) {
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

    /**
     * The impersonation headers.
     *
     * @param user empty if there is none
     * @param others names of headers other than user and groups
     */
    public record Impersonation(String user, List<String> groups, List<String> others) {
        public static final Impersonation NONE = new Impersonation("", List.of(), List.of());

        public Impersonation {
            groups = List.copyOf(groups);
            others = List.copyOf(others);
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

    /** Creates a request of the administrator. */
    public ApiRequest(
            String method,
            List<String> path,
            QueryParameters query,
            Headers headers,
            List<X509Certificate> certificates,
            Body body) {
        this(
                method,
                path,
                query,
                headers,
                RequestUser.ADMINISTRATOR,
                certificates,
                body,
                Collections.synchronizedList(new ArrayList<>()));
    }

    /** Returns the request as another user. */
    public ApiRequest as(RequestUser other) {
        return new ApiRequest(method, path, query, headers, other, certificates, body, warnings);
    }

    public void warn(String sentence) {
        warnings.add(sentence);
    }
}
