package dev.butlerlabs.core.provider.rest;

import java.util.Map;

/** Authenticates requests. Thread-safe. */
public interface RestAuthentication {
    /**
     * Returns the headers that authenticate a request with this method. Requests a token if none is valid.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if no token can be obtained
     */
    Map<String, String> headers(String method);

    /**
     * Discards the token of the rejected headers, if a new one can be obtained.
     *
     * @return whether the request is worth another attempt
     */
    default boolean renew(Map<String, String> rejected) {
        return false;
    }

    /** Returns the redactor for the secrets of this login. */
    SecretRedactor redactor();

    /** Returns an authentication without credentials, for token endpoints. */
    static RestAuthentication none(SecretRedactor redactor) {
        return always(Map.of(), redactor);
    }

    /** Returns an authentication with fixed headers. */
    static RestAuthentication always(Map<String, String> headers, SecretRedactor redactor) {
        Map<String, String> fixed = Map.copyOf(headers);
        return new RestAuthentication() {
            @Override
            public Map<String, String> headers(String method) {
                return fixed;
            }

            @Override
            public SecretRedactor redactor() {
                return redactor;
            }
        };
    }
}
