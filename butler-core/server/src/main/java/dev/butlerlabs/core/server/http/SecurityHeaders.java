package dev.butlerlabs.core.server.http;

import java.util.LinkedHashMap;
import java.util.Map;

/** The headers of every response, by which browsers enforce the boundaries of the console. */
public final class SecurityHeaders {
    static final String CONTENT_SECURITY_POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                    + "connect-src 'self'; font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

    private static final Map<String, String> ALWAYS = always();

    private SecurityHeaders() {}

    private static Map<String, String> always() {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Security-Policy", CONTENT_SECURITY_POLICY);
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("X-Frame-Options", "DENY");
        headers.put("Referrer-Policy", "no-referrer");
        headers.put("Cross-Origin-Opener-Policy", "same-origin");
        headers.put("Cross-Origin-Resource-Policy", "same-origin");
        headers.put("Permissions-Policy", "camera=(), geolocation=(), microphone=()");
        return headers;
    }

    /** Returns the response with the headers. Responses are not cached unless they say so. */
    public static WebResponse add(WebResponse response, boolean tls) {
        WebResponse result = response;
        for (Map.Entry<String, String> header : ALWAYS.entrySet()) {
            result = result.with(header.getKey(), header.getValue());
        }
        if (tls) {
            result = result.with("Strict-Transport-Security", "max-age=31536000");
        }
        boolean cacheable =
                response.headers().stream().anyMatch(header -> header.name().equalsIgnoreCase("Cache-Control"));
        return cacheable ? result : result.with("Cache-Control", "no-store");
    }
}
