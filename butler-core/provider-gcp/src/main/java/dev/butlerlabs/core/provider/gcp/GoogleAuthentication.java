package dev.butlerlabs.core.provider.gcp;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.provider.rest.AccessToken;
import dev.butlerlabs.core.provider.rest.AccessTokenCache;
import dev.butlerlabs.core.provider.rest.RestAuthentication;
import dev.butlerlabs.core.provider.rest.SecretRedactor;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Authenticates requests with an access token, which is renewed before it expires. Thread-safe. */
final class GoogleAuthentication implements RestAuthentication, AutoCloseable {
    private static final String HEADER = "Authorization";
    private static final String BEARER = "Bearer ";
    private static final String JWT_GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";

    private final AccessTokenCache tokens;
    private final SecretRedactor redactor;
    private final Optional<GoogleTokenEndpoint> endpoint;

    private GoogleAuthentication(
            Supplier<AccessToken> source,
            SecretRedactor redactor,
            Optional<GoogleTokenEndpoint> endpoint,
            InstantSource clock) {
        this.tokens = new AccessTokenCache(source, clock);
        this.redactor = redactor;
        this.endpoint = endpoint;
    }

    /** Returns an authentication with self-signed tokens; the credentials of a user are always exchanged. */
    static GoogleAuthentication selfSigned(GoogleCredentials credentials, InstantSource clock) {
        return switch (credentials) {
            case GoogleCredentials.ServiceAccount account -> {
                GoogleJwtSigner signer = new GoogleJwtSigner(account);
                yield new GoogleAuthentication(
                        () -> selfSigned(signer, clock.instant()),
                        SecretRedactor.of(credentials.secrets()),
                        Optional.empty(),
                        clock);
            }
            case GoogleCredentials.AuthorizedUser _ -> exchanged(credentials, clock);
        };
    }

    private static AccessToken selfSigned(GoogleJwtSigner signer, Instant now) {
        return new AccessToken(
                new SensitiveText(signer.sign(now, Optional.empty())), now.plus(GoogleJwtSigner.LIFETIME));
    }

    /** Returns an authentication with tokens of the token endpoint in the credentials. */
    static GoogleAuthentication exchanged(GoogleCredentials credentials, InstantSource clock) {
        SecretRedactor redactor = SecretRedactor.of(credentials.secrets());
        GoogleTokenEndpoint endpoint = new GoogleTokenEndpoint(credentials.tokenUri(), redactor, clock);
        return new GoogleAuthentication(
                () -> endpoint.exchange(grant(credentials, clock.instant())), redactor, Optional.of(endpoint), clock);
    }

    private static Map<String, String> grant(GoogleCredentials credentials, Instant now) {
        return switch (credentials) {
            case GoogleCredentials.ServiceAccount account ->
                Map.of(
                        "grant_type",
                        JWT_GRANT,
                        "assertion",
                        new GoogleJwtSigner(account)
                                .sign(now, Optional.of(account.tokenUri().toString())));
            case GoogleCredentials.AuthorizedUser user ->
                Map.of(
                        "grant_type",
                        "refresh_token",
                        "client_id",
                        user.clientId(),
                        "client_secret",
                        user.clientSecret().value(),
                        "refresh_token",
                        user.refreshToken().value());
        };
    }

    /** Returns an authentication as the service account of the machine that this process runs on. */
    static GoogleAuthentication ofMachine(URI metadataServer, InstantSource clock) {
        GoogleTokenEndpoint endpoint = GoogleTokenEndpoint.metadata(metadataServer, clock);
        return new GoogleAuthentication(
                endpoint::fromMetadata, SecretRedactor.of(List.of()), Optional.of(endpoint), clock);
    }

    @Override
    public Map<String, String> headers(String method) {
        return Map.of(HEADER, BEARER + tokens.get().value().value());
    }

    @Override
    public boolean renew(Map<String, String> rejected) {
        Optional.ofNullable(rejected.get(HEADER))
                .filter(header -> header.startsWith(BEARER))
                .ifPresent(header -> tokens.discard(header.substring(BEARER.length())));
        return true;
    }

    @Override
    public SecretRedactor redactor() {
        return redactor;
    }

    @Override
    public void close() {
        endpoint.ifPresent(GoogleTokenEndpoint::close);
    }
}
