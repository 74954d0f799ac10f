package dev.butlerlabs.core.provider.azure;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.rest.SecretRedactor;
import java.util.List;
import java.util.Optional;

/**
 * The credentials of an identity. {@link #toString} contains no secret.
 *
 * @param clientId also selects one of several managed identities
 */
record AzureLogin(Optional<String> tenant, Optional<String> clientId, Optional<SensitiveText> secret) {
    static final String TENANT = "tenantID";
    static final String CLIENT = "clientID";
    static final String SECRET = "clientSecret";

    /**
     * Reads the credentials that an identity requires.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if one is missing
     */
    static AzureLogin of(AzureIdentity identity, Credentials credentials) {
        if (identity == AzureIdentity.CLIENT_SECRET) {
            return new AzureLogin(
                    Optional.of(credentials.require(TENANT).value().strip()),
                    Optional.of(credentials.require(CLIENT).value().strip()),
                    Optional.of(credentials.require(SECRET)));
        }
        return new AzureLogin(
                credentials.find(TENANT).map(text -> text.value().strip()),
                credentials.find(CLIENT).map(text -> text.value().strip()),
                Optional.empty());
    }

    SecretRedactor redactor() {
        return SecretRedactor.of(secret.map(List::of).orElse(List.of()));
    }
}
