package dev.butlerlabs.core.identity.oidc;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** Reads and checks the discovery document and the signing keys of a provider. Thread-safe. */
public final class OidcProviderReader {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String DISCOVERY = ".well-known/openid-configuration";
    private static final int OK = 200;

    private final OidcClient client;

    public OidcProviderReader(OidcClient client) {
        this.client = client;
    }

    /** Returns why an issuer URL is rejected; empty if it may be requested: https, or http on the loopback interface. */
    public static Optional<String> issuerProblem(String issuer) {
        return OidcAddressPolicy.problem(issuer);
    }

    /**
     * Returns the endpoints of a provider.
     *
     * @throws ButlerException of kind INVALID if the issuer or its document is not valid, with every problem; UNREACHABLE or TIMEOUT if
     *     the provider does not respond
     */
    public OidcMetadata discover(String issuer) {
        OidcAddressPolicy.problem(issuer).ifPresent(problem -> {
            throw ButlerException.invalid(
                    "The issuer URL is not valid.", List.of(new InputProblem("issuerURL", problem)));
        });
        return OidcMetadataParser.parse(issuer, read(issuer + (issuer.endsWith("/") ? "" : "/") + DISCOVERY));
    }

    /**
     * Returns the signing keys of a provider.
     *
     * @throws ButlerException as {@link #discover}
     */
    public JsonWebKeys keys(OidcMetadata metadata) {
        return JsonWebKeys.parse(metadata.keys(), read(metadata.keys()));
    }

    private JsonNode read(String address) {
        OidcClient.Response response = client.get(URI.create(address));
        if (response.status() != OK) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "%s responds with status %d.".formatted(address, response.status()),
                    "Check the issuer URL, including its path.");
        }
        try {
            JsonNode document = JSON.readTree(response.body());
            if (document.isObject()) {
                return document;
            }
        } catch (JsonProcessingException e) {
            // Reported below without the content, which can be any page.
        }
        throw new ButlerException(
                ErrorCode.INVALID_INPUT,
                "%s does not contain a JSON object.".formatted(address),
                "Check the issuer URL, including its path.");
    }
}
