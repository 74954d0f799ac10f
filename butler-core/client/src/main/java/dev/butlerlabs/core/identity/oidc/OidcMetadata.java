package dev.butlerlabs.core.identity.oidc;

import java.util.Objects;
import java.util.Optional;

/**
 * The endpoints of a provider, from its discovery document.
 *
 * @param keys the address of the signing keys
 */
public record OidcMetadata(
        String issuer,
        String authorization,
        String token,
        String keys,
        Optional<String> userInfo,
        Optional<String> deviceAuthorization) {
    public OidcMetadata {
        Objects.requireNonNull(issuer, "issuer");
        Objects.requireNonNull(authorization, "authorization");
        Objects.requireNonNull(token, "token");
        Objects.requireNonNull(keys, "keys");
        Objects.requireNonNull(userInfo, "userInfo");
        Objects.requireNonNull(deviceAuthorization, "deviceAuthorization");
    }
}
