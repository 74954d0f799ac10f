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
import dev.butlerlabs.core.provider.rest.SecretRedactor;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Requests tokens from Microsoft Entra ID for an application, with its secret or with a token of another issuer. */
final class EntraTokenSource implements Supplier<AccessToken> {
    private final RestClient rest;
    private final String tenant;
    private final String clientId;
    private final Supplier<EntraProof> proof;
    private final String scope;
    private final InstantSource clock;

    EntraTokenSource(
            RestClient rest,
            String tenant,
            String clientId,
            Supplier<EntraProof> proof,
            String scope,
            InstantSource clock) {
        this.rest = rest;
        this.tenant = tenant;
        this.clientId = clientId;
        this.proof = proof;
        this.scope = scope;
        this.clock = clock;
    }

    /** What proves the identity of the application: its secret, or a token that is read again for every request. */
    record EntraProof(Map<String, String> fields, SensitiveText secret) {
        static EntraProof ofSecret(SensitiveText secret) {
            return new EntraProof(Map.of("client_secret", secret.value()), secret);
        }

        static EntraProof ofAssertion(SensitiveText token) {
            return new EntraProof(
                    Map.of(
                            "client_assertion_type",
                            "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
                            "client_assertion",
                            token.value()),
                    token);
        }

        @Override
        public String toString() {
            return "EntraProof" + fields.keySet();
        }
    }

    @Override
    public AccessToken get() {
        EntraProof current = proof.get();
        Map<String, String> form = new LinkedHashMap<>();
        form.put("client_id", clientId);
        form.put("grant_type", "client_credentials");
        form.put("scope", scope);
        form.putAll(current.fields());
        RestResponse response = rest.send(RestRequest.post("/" + RestRequest.encode(tenant) + "/oauth2/v2.0/token")
                .withForm(form)
                .asRepeatable());
        JsonNode body = response.json().orElseGet(JsonDocument::object);
        Optional<String> token = JsonDocument.text(body, "/access_token");
        if (!response.isSuccess() || token.isEmpty()) {
            throw refused(response, body, rest.redactor().withSecrets(List.of(current.secret())));
        }
        return new AccessToken(
                new SensitiveText(token.get()),
                clock.instant().plusSeconds(body.path("expires_in").asLong(0)));
    }

    /** The description of an error continues with IDs and a time on further lines. */
    private ButlerException refused(RestResponse response, JsonNode body, SecretRedactor redactor) {
        String description = JsonDocument.text(body, "/error_description")
                .map(text -> text.lines().findFirst().orElse(text))
                .or(() -> JsonDocument.text(body, "/error"))
                .map(text -> ": " + redactor.clean(text))
                .orElse(".");
        if (response.status() == 429) {
            return new ButlerException(
                    ErrorCode.THROTTLED, "Microsoft Entra ID rejected the request: rate limit exceeded" + description);
        }
        if (response.status() >= 500 || response.isSuccess()) {
            return new ButlerException(
                    ErrorCode.PROVIDER_TROUBLED, "Microsoft Entra ID returned no token" + description);
        }
        return new ButlerException(
                ErrorCode.UNAUTHENTICATED,
                "Microsoft Entra ID rejected the credentials" + description,
                hint(description));
    }

    private static String hint(String description) {
        if (description.contains("AADSTS7000222")) {
            return "The client secret has expired. Create a new one for the application and update clientSecret.";
        }
        if (description.contains("AADSTS70021") || description.contains("AADSTS700213")) {
            return "Add a federated credential for the issuer and subject of the service account to the application.";
        }
        return "Check tenantID, clientID and clientSecret: the value of the secret, not its ID, and that it has not expired.";
    }
}
