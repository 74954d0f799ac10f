package dev.butlerlabs.core.identity.oidc;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The endpoints and abilities of a provider, from its discovery document.
 *
 * @param keys the address of the signing keys
 * @param scopes the scopes that the provider lists; empty if it lists none
 * @param clientAuthentication the methods by which clients authenticate with a secret; empty if the document lists none
 */
public record OidcMetadata(
        String issuer,
        String authorization,
        String token,
        String keys,
        Optional<String> userInfo,
        Optional<String> deviceAuthorization,
        Optional<String> revocation,
        List<String> scopes,
        List<String> clientAuthentication) {
    public OidcMetadata {
        Objects.requireNonNull(issuer, "issuer");
        Objects.requireNonNull(authorization, "authorization");
        Objects.requireNonNull(token, "token");
        Objects.requireNonNull(keys, "keys");
        Objects.requireNonNull(userInfo, "userInfo");
        Objects.requireNonNull(deviceAuthorization, "deviceAuthorization");
        Objects.requireNonNull(revocation, "revocation");
        scopes = List.copyOf(scopes);
        clientAuthentication = List.copyOf(clientAuthentication);
    }
}
