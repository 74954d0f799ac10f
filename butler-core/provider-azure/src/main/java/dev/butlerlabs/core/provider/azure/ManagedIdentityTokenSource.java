package dev.butlerlabs.core.provider.azure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.rest.AccessToken;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import dev.butlerlabs.core.provider.rest.RestClient;
import dev.butlerlabs.core.provider.rest.RestRequest;
import dev.butlerlabs.core.provider.rest.RestResponse;
import java.net.URI;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/** Requests tokens from the metadata service of the virtual machine that runs Butler. */
final class ManagedIdentityTokenSource implements Supplier<AccessToken> {
    static final URI METADATA_SERVICE = URI.create("http://169.254.169.254");

    private static final String API = "2018-02-01";

    private final RestClient rest;
    private final Optional<String> clientId;
    private final String resource;
    private final InstantSource clock;

    ManagedIdentityTokenSource(RestClient rest, Optional<String> clientId, String resource, InstantSource clock) {
        this.rest = rest;
        this.clientId = clientId;
        this.resource = resource;
        this.clock = clock;
    }

    @Override
    public AccessToken get() {
        RestRequest request = RestRequest.get("/metadata/identity/oauth2/token")
                .withParameter("api-version", API)
                .withParameter("resource", resource)
                .withHeader("Metadata", "true");
        RestResponse response = rest.send(
                clientId.map(id -> request.withParameter("client_id", id)).orElse(request));
        JsonNode body = response.json().orElseGet(JsonDocument::object);
        Optional<String> token = JsonDocument.text(body, "/access_token");
        if (!response.isSuccess() || token.isEmpty()) {
            throw refused(response, body);
        }
        return new AccessToken(
                new SensitiveText(token.get()),
                clock.instant().plusSeconds(body.path("expires_in").asLong(0)));
    }

    private ButlerException refused(RestResponse response, JsonNode body) {
        String description = JsonDocument.text(body, "/error_description")
                .map(text -> ": " + rest.redactor().clean(text))
                .orElse(".");
        boolean passing = response.status() == 429 || response.status() >= 500 || response.status() == 404;
        return new ButlerException(
                passing ? ErrorCode.PROVIDER_TROUBLED : ErrorCode.UNAUTHENTICATED,
                "The metadata service returned no token" + description,
                "Assign a managed identity to the virtual machine that runs Butler. If it has several, set clientID.");
    }
}
