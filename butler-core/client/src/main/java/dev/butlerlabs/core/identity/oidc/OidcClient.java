package dev.butlerlabs.core.identity.oidc;

import java.net.URI;

/** Requests documents of an OpenID Connect provider. */
public interface OidcClient {
    /**
     * Returns the response to a GET request. Redirects are not followed.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if the provider does not respond
     */
    Response get(URI address);

    /**
     * A response.
     *
     * @param body the content, up to a size limit
     */
    record Response(int status, String body) {}
}
