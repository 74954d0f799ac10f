package dev.butlerlabs.core.identity.login;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.identity.oidc.ClaimNames;
import dev.butlerlabs.core.identity.oidc.HttpOidcClient;
import dev.butlerlabs.core.identity.oidc.IdToken;
import dev.butlerlabs.core.identity.oidc.IdTokenVerifier;
import dev.butlerlabs.core.identity.oidc.OidcMetadata;
import dev.butlerlabs.core.identity.oidc.OidcProviderReader;
import dev.butlerlabs.core.identity.oidc.SigningKeyCache;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** A provider whose discovery document was read, with what a client does there. The caller closes it. */
public final class ProviderSession implements AutoCloseable {
    private final LoginSettings settings;
    private final HttpOidcClient http;
    private final OidcMetadata metadata;
    private final IdTokenVerifier verifier;

    private ProviderSession(
            LoginSettings settings, HttpOidcClient http, OidcMetadata metadata, IdTokenVerifier verifier) {
        this.settings = settings;
        this.http = http;
        this.metadata = metadata;
        this.verifier = verifier;
    }

    /**
     * Reads the discovery document of a provider.
     *
     * @throws ButlerException if the provider does not respond or its document is not valid
     */
    public static ProviderSession open(LoginSettings settings, Clock clock) {
        return open(settings, ClaimNames.DEFAULT, clock);
    }

    /**
     * Reads the discovery document of a provider that names users with other claims.
     *
     * @throws ButlerException if the provider does not respond or its document is not valid
     */
    public static ProviderSession open(LoginSettings settings, ClaimNames claims, Clock clock) {
        HttpOidcClient http = settings.connect();
        try {
            OidcProviderReader reader = new OidcProviderReader(http);
            OidcMetadata metadata = reader.discover(settings.issuer());
            SigningKeyCache keys = new SigningKeyCache(() -> reader.keys(metadata));
            IdTokenVerifier verifier = new IdTokenVerifier(settings.issuer(), settings.clientId(), claims, keys, clock);
            return new ProviderSession(settings, http, metadata, verifier);
        } catch (RuntimeException e) {
            http.close();
            throw e;
        }
    }

    public OidcMetadata metadata() {
        return metadata;
    }

    /** Returns the scopes that a login requests. */
    public List<String> scopes() {
        return ScopeResolver.resolve(settings.scopes(), metadata.scopes());
    }

    /** Returns a client of the token endpoint. */
    public TokenClient tokens() {
        return new TokenClient(http, metadata, settings);
    }

    /** Returns the verified ID token of a response. */
    public IdToken verify(TokenResult.Issued issued, Optional<String> nonce) {
        String token = issued.idToken()
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.LOGIN_REJECTED,
                        "%s issued no ID token.".formatted(settings.issuer()),
                        "Check that the client is permitted to request the scope openid."));
        return verifier.verify(token, nonce);
    }

    @Override
    public void close() {
        http.close();
    }
}
