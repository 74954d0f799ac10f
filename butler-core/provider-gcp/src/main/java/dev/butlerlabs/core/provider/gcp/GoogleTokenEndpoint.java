package dev.butlerlabs.core.provider.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.rest.AccessToken;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import dev.butlerlabs.core.provider.rest.RestAuthentication;
import dev.butlerlabs.core.provider.rest.RestClient;
import dev.butlerlabs.core.provider.rest.RestClientOptions;
import dev.butlerlabs.core.provider.rest.RestRequest;
import dev.butlerlabs.core.provider.rest.RestResponse;
import dev.butlerlabs.core.provider.rest.RestServer;
import dev.butlerlabs.core.provider.rest.SecretRedactor;
import dev.butlerlabs.core.provider.rest.TlsContexts;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Requests access tokens at a token endpoint, or at the metadata server of a machine in Google Cloud. Thread-safe. */
final class GoogleTokenEndpoint implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final String METADATA_TOKEN = "/computeMetadata/v1/instance/service-accounts/default/token";
    private static final int SERVER_ERRORS = 500;
    private static final int TOO_MANY_REQUESTS = 429;

    private final RestClient rest;
    private final String path;
    private final InstantSource clock;

    GoogleTokenEndpoint(URI uri, SecretRedactor redactor, InstantSource clock) {
        this.path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        this.clock = clock;
        this.rest = new RestClient(
                new RestServer(
                        "The token endpoint of Google Cloud",
                        URI.create(uri.getScheme() + "://" + uri.getRawAuthority()),
                        Optional.empty(),
                        "Check token_uri in the key file."),
                RestAuthentication.none(redactor),
                TlsContexts.common(),
                RestClientOptions.withTimeout(TIMEOUT));
    }

    /** Returns the endpoint of a metadata server, such as {@code http://metadata.google.internal}. */
    static GoogleTokenEndpoint metadata(URI server, InstantSource clock) {
        return new GoogleTokenEndpoint(URI.create(server + METADATA_TOKEN), SecretRedactor.of(List.of()), clock);
    }

    /** Exchanges a grant. Repeating it is safe: each request returns a valid token. */
    AccessToken exchange(Map<String, String> grant) {
        return token(rest.send(RestRequest.post(path).withForm(grant).asRepeatable()));
    }

    AccessToken fromMetadata() {
        return token(rest.send(RestRequest.get(path).withHeader("Metadata-Flavor", "Google")));
    }

    private AccessToken token(RestResponse response) {
        JsonNode body = response.json().orElseGet(JsonDocument::object);
        Optional<String> token = JsonDocument.text(body, "/access_token");
        if (!response.isSuccess() || token.isEmpty()) {
            throw refused(response, body);
        }
        long seconds = body.path("expires_in").asLong(0);
        return new AccessToken(new SensitiveText(token.get()), clock.instant().plusSeconds(seconds));
    }

    private ButlerException refused(RestResponse response, JsonNode body) {
        if (response.status() >= SERVER_ERRORS || response.status() == TOO_MANY_REQUESTS || response.isSuccess()) {
            return new ButlerException(
                    ErrorCode.PROVIDER_TROUBLED, "%s reported a temporary error.".formatted(rest.server()));
        }
        String reason = JsonDocument.text(body, "/error_description")
                .or(() -> JsonDocument.text(body, "/error"))
                .orElse("status " + response.status());
        return new ButlerException(
                ErrorCode.UNAUTHENTICATED,
                "%s rejected the credentials: %s"
                        .formatted(rest.server(), rest.redactor().clean(reason)),
                GcpErrorClassification.UNAUTHENTICATED_HINT);
    }

    @Override
    public void close() {
        rest.close();
    }
}
