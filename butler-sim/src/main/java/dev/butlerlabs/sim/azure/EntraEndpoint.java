package dev.butlerlabs.sim.azure;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.http.HttpApiRequest;
import dev.butlerlabs.sim.http.HttpApiResponse;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The token endpoint of Microsoft Entra ID and that of the metadata service of a virtual machine. */
final class EntraEndpoint {
    static final String TENANT = "5e5f1c3a-0d5b-4b5e-9a53-6f6f6c1a7e01";
    static final String CLIENT = "0f6f2d3e-7a1b-4c8d-b0a5-3c2d1e0f9a02";
    static final String SECRET = "Simulated~only.0123456789-abcdefABCDEF";
    static final String FEDERATED_TOKEN = "simulated.service-account.token";

    private static final String JSON = "application/json; charset=utf-8";
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final String ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

    private final Map<String, Instant> tokens = new ConcurrentHashMap<>();
    private final Duration lifetime;

    EntraEndpoint(Duration lifetime) {
        this.lifetime = lifetime;
    }

    /** Returns the response to a request for a token or for metadata of the tenant; empty if it is neither. */
    Optional<HttpApiResponse> answer(HttpApiRequest request, String base) {
        String path = request.path();
        if (path.startsWith("/metadata/identity/")) {
            return Optional.of(managedIdentity(request));
        }
        if (path.endsWith("/.well-known/openid-configuration")) {
            return Optional.of(configuration(path.split("/", -1)[1], base));
        }
        return path.endsWith("/oauth2/v2.0/token") ? Optional.of(token(request)) : Optional.empty();
    }

    private static HttpApiResponse configuration(String tenant, String base) {
        String root = base + "/" + tenant;
        ObjectNode body = object();
        body.put("issuer", root + "/v2.0")
                .put("token_endpoint", root + "/oauth2/v2.0/token")
                .put("authorization_endpoint", root + "/oauth2/v2.0/authorize")
                .put("jwks_uri", root + "/discovery/v2.0/keys");
        return HttpApiResponse.of(200, JSON, body.toString());
    }

    private HttpApiResponse token(HttpApiRequest request) {
        Map<String, String> form = form(request.text());
        if (!request.path().split("/", -1)[1].equals(TENANT)) {
            return error(
                    400,
                    "invalid_request",
                    "AADSTS90002: Tenant not found. Check that you have the correct tenant ID.");
        }
        if (!"client_credentials".equals(form.get("grant_type"))
                || !form.getOrDefault("scope", "").endsWith("/.default")) {
            return error(
                    400,
                    "invalid_request",
                    "AADSTS900144: The request must contain grant_type and a scope that ends with /.default.");
        }
        if (!CLIENT.equals(form.get("client_id"))) {
            return error(400, "unauthorized_client", "AADSTS700016: The application was not found in the directory.");
        }
        boolean federated = ASSERTION.equals(form.get("client_assertion_type"))
                && FEDERATED_TOKEN.equals(form.get("client_assertion"));
        if (!federated && !SECRET.equals(form.get("client_secret"))) {
            return error(401, "invalid_client", "AADSTS7000215: Invalid client secret provided.");
        }
        return granted(false);
    }

    private HttpApiResponse managedIdentity(HttpApiRequest request) {
        Map<String, String> query =
                form(Optional.ofNullable(request.uri().getRawQuery()).orElse(""));
        if (!request.header("Metadata").equals(Optional.of("true"))
                || !"2018-02-01".equals(query.get("api-version"))
                || !query.containsKey("resource")) {
            return error(400, "invalid_request", "Required metadata header not specified");
        }
        return query.getOrDefault("client_id", CLIENT).equals(CLIENT)
                ? granted(true)
                : error(400, "invalid_request", "Identity not found");
    }

    /** The metadata service writes numbers as text. */
    private HttpApiResponse granted(boolean asText) {
        byte[] random = new byte[48];
        RANDOM.nextBytes(random);
        String token = "sim." + Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        tokens.put(token, Instant.now().plus(lifetime));
        ObjectNode body = object().put("token_type", "Bearer").put("access_token", token);
        if (asText) {
            body.put("expires_in", Long.toString(lifetime.toSeconds()));
        } else {
            body.put("expires_in", lifetime.toSeconds()).put("ext_expires_in", lifetime.toSeconds());
        }
        return HttpApiResponse.of(200, JSON, body.toString());
    }

    static HttpApiResponse error(int status, String error, String description) {
        return HttpApiResponse.of(
                status,
                JSON,
                object().put("error", error)
                        .put("error_description", description + "\r\nTrace ID: simulated\r\nTimestamp: simulated")
                        .toString());
    }

    /** Verifies the token of a request. */
    void requireToken(HttpApiRequest request) {
        String header = request.header("Authorization").orElse("");
        if (!header.startsWith("Bearer ")) {
            throw new ArmException(
                    401,
                    "AuthenticationFailedMissingToken",
                    "Authentication failed. The 'Authorization' header is missing the access token.");
        }
        Instant expiry = tokens.get(header.substring("Bearer ".length()));
        if (expiry == null) {
            throw new ArmException(401, "InvalidAuthenticationToken", "The access token is invalid.");
        }
        if (expiry.isBefore(Instant.now())) {
            throw new ArmException(
                    401,
                    "ExpiredAuthenticationToken",
                    "The access token expiry UTC time is earlier than the current time.");
        }
    }

    static Map<String, String> form(String text) {
        Map<String, String> fields = new HashMap<>();
        for (String pair : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                fields.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
            }
        }
        return fields;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
