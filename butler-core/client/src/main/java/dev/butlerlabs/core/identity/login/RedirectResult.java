package dev.butlerlabs.core.identity.login;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** What a request to the redirect address means. */
public sealed interface RedirectResult {
    /** The provider issued a code. */
    record Code(String code) implements RedirectResult {
        public Code {
            Objects.requireNonNull(code, "code");
        }

        @Override
        public String toString() {
            return "Code";
        }
    }

    /** The provider or the user rejected the login. */
    record Refused(TokenResult.Rejected reason) implements RedirectResult {
        public Refused {
            Objects.requireNonNull(reason, "reason");
        }
    }

    /** The request does not belong to this login, which continues. */
    record Unrelated(String reason) implements RedirectResult {
        public Unrelated {
            Objects.requireNonNull(reason, "reason");
        }
    }

    /**
     * Interprets a query.
     *
     * @param query as received; may be empty
     * @param state the value of this login
     * @param issuer the provider: a code of another one is never accepted (RFC 9207)
     */
    static RedirectResult of(String query, String state, String issuer) {
        Map<String, String> parameters = parameters(query);
        if (!isEqual(parameters.getOrDefault("state", ""), state)) {
            return new Unrelated("The state is not the one of this login.");
        }
        if (!parameters.getOrDefault("iss", issuer).equals(issuer)) {
            return new Unrelated("The response is from another issuer.");
        }
        if (parameters.containsKey("error")) {
            return new Refused(new TokenResult.Rejected(
                    parameters.get("error"), parameters.getOrDefault("error_description", "")));
        }
        String code = parameters.getOrDefault("code", "");
        return code.isEmpty() ? new Unrelated("The response has no code.") : new Code(code);
    }

    private static boolean isEqual(String first, String second) {
        return MessageDigest.isEqual(first.getBytes(StandardCharsets.UTF_8), second.getBytes(StandardCharsets.UTF_8));
    }

    /** Of a repeated parameter, the first counts. */
    private static Map<String, String> parameters(String query) {
        Map<String, String> parameters = new HashMap<>();
        for (String pair : query.split("&", -1)) {
            int split = pair.indexOf('=');
            if (split > 0) {
                parameters.putIfAbsent(decode(pair.substring(0, split)), decode(pair.substring(split + 1)));
            }
        }
        return parameters;
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return "";
        }
    }
}
