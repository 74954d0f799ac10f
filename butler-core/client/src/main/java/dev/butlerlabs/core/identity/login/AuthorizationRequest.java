package dev.butlerlabs.core.identity.login;

import dev.butlerlabs.core.identity.oidc.FormEncoder;
import dev.butlerlabs.core.identity.oidc.OidcMetadata;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * A request for an authorization code with PKCE (RFC 7636).
 *
 * @param redirect the address to which the provider sends the browser
 * @param state proves that a redirect belongs to this request
 * @param nonce proves that a token belongs to this request
 * @param verifier proves that the code is exchanged by this process; never sent before that
 */
public record AuthorizationRequest(URI redirect, List<String> scopes, String state, String nonce, String verifier) {
    private static final int RANDOM_BYTES = 32;

    public AuthorizationRequest {
        Objects.requireNonNull(redirect, "redirect");
        scopes = List.copyOf(scopes);
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(nonce, "nonce");
        Objects.requireNonNull(verifier, "verifier");
    }

    /**
     * Creates a request with a random state, nonce and verifier.
     *
     * @param random a cryptographically strong source
     */
    public static AuthorizationRequest create(URI redirect, List<String> scopes, RandomGenerator random) {
        return new AuthorizationRequest(redirect, scopes, text(random), text(random), text(random));
    }

    private static String text(RandomGenerator random) {
        byte[] bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return encode(bytes);
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Returns the address for the browser. */
    public URI address(OidcMetadata metadata, String clientId) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("response_type", "code");
        query.put("client_id", clientId);
        query.put("redirect_uri", redirect.toString());
        query.put("scope", String.join(" ", scopes));
        query.put("state", state);
        query.put("nonce", nonce);
        query.put("code_challenge", challenge());
        query.put("code_challenge_method", "S256");
        if (scopes.contains(ScopeResolver.OFFLINE)) {
            // Without consent, a provider must ignore the request for a refresh token (OpenID Connect Core, section
            // 11).
            query.put("prompt", "consent");
        }
        String endpoint = metadata.authorization();
        return URI.create(endpoint + (endpoint.contains("?") ? "&" : "?") + FormEncoder.encode(query));
    }

    private String challenge() {
        try {
            return encode(MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return "AuthorizationRequest[redirect=%s]".formatted(redirect);
    }
}
