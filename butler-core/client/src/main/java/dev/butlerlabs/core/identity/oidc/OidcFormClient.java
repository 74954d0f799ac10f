package dev.butlerlabs.core.identity.oidc;

import java.net.URI;
import java.util.Map;
import java.util.Optional;

/** Sends forms to an OpenID Connect provider. */
@FunctionalInterface
public interface OidcFormClient {
    /**
     * Returns the response to a POST request. Redirects are not followed. Neither the form nor the header appears in an error.
     *
     * @param authorization the value of the Authorization header; empty to send none
     * @throws dev.butlerlabs.core.error.ButlerException if the provider does not respond
     */
    OidcClient.Response post(URI address, Map<String, String> form, Optional<String> authorization);
}
