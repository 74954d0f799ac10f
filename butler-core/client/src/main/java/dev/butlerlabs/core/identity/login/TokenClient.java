package dev.butlerlabs.core.identity.login;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.identity.oidc.FormEncoder;
import dev.butlerlabs.core.identity.oidc.OidcClient;
import dev.butlerlabs.core.identity.oidc.OidcFormClient;
import dev.butlerlabs.core.identity.oidc.OidcMetadata;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Requests tokens from a provider as one client. Thread-safe. */
public final class TokenClient {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int OK = 200;
    private static final int SERVER_ERROR = 500;
    private static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(5);
    private static final Duration LONGEST_LIFETIME = Duration.ofHours(1);
    private static final String DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

    private final OidcFormClient http;
    private final OidcMetadata metadata;
    private final LoginSettings settings;

    public TokenClient(OidcFormClient http, OidcMetadata metadata, LoginSettings settings) {
        this.http = http;
        this.metadata = metadata;
        this.settings = settings;
    }

    /** Exchanges the code of an authorization request. */
    public TokenResult exchange(String code, AuthorizationRequest request) {
        return tokens(Map.of(
                "grant_type",
                "authorization_code",
                "code",
                code,
                "redirect_uri",
                request.redirect().toString(),
                "code_verifier",
                request.verifier()));
    }

    /** Exchanges a refresh token. The provider may return another one; the old one is then no longer valid. */
    public TokenResult refresh(String refreshToken) {
        return tokens(Map.of("grant_type", "refresh_token", "refresh_token", refreshToken));
    }

    /** Requests the token of a device login that the user may have approved. */
    TokenResult poll(DeviceAuthorization device) {
        return tokens(Map.of("grant_type", DEVICE_GRANT, "device_code", device.deviceCode()));
    }

    private TokenResult tokens(Map<String, String> parameters) {
        OidcClient.Response response = post(metadata.token(), parameters);
        JsonNode document = read(response);
        if (response.status() != OK) {
            return rejected(metadata.token(), response, document);
        }
        return new TokenResult.Issued(text(document, "id_token"), text(document, "refresh_token"));
    }

    /**
     * Starts a device login.
     *
     * @throws ButlerException if the provider does not support or rejects it
     */
    DeviceAuthorization startDevice(List<String> scopes) {
        String endpoint = metadata.deviceAuthorization()
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.LOGIN_REJECTED,
                        "%s does not support the device flow.".formatted(settings.issuer()),
                        "Log in without --device."));
        OidcClient.Response response = post(endpoint, Map.of("scope", String.join(" ", scopes)));
        JsonNode document = read(response);
        if (response.status() != OK) {
            throw rejected(endpoint, response, document).failure(settings.issuer());
        }
        return new DeviceAuthorization(
                required(endpoint, document, "device_code"),
                required(endpoint, document, "user_code"),
                required(endpoint, document, "verification_uri"),
                text(document, "verification_uri_complete"),
                seconds(document, "expires_in", LONGEST_LIFETIME),
                seconds(document, "interval", DEFAULT_INTERVAL));
    }

    /**
     * Revokes a refresh token (RFC 7009).
     *
     * @return whether the provider confirmed it; false if it has no revocation endpoint
     */
    boolean revoke(String refreshToken) {
        return metadata.revocation()
                .map(endpoint -> post(endpoint, Map.of("token", refreshToken, "token_type_hint", "refresh_token")))
                .filter(response -> response.status() == OK)
                .isPresent();
    }

    private OidcClient.Response post(String endpoint, Map<String, String> parameters) {
        Map<String, String> form = new LinkedHashMap<>(parameters);
        Optional<String> header =
                settings.clientSecret().filter(_ -> usesHeader()).map(this::basic);
        if (header.isEmpty()) {
            form.put("client_id", settings.clientId());
            settings.clientSecret().ifPresent(secret -> form.put("client_secret", secret));
        }
        return http.post(URI.create(endpoint), form, header);
    }

    /** The header is the default of the specification. */
    private boolean usesHeader() {
        List<String> methods = metadata.clientAuthentication();
        return methods.isEmpty() || methods.contains("client_secret_basic") || !methods.contains("client_secret_post");
    }

    private String basic(String secret) {
        String pair = FormEncoder.encode(settings.clientId()) + ":" + FormEncoder.encode(secret);
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    private static TokenResult.Rejected rejected(String endpoint, OidcClient.Response response, JsonNode document) {
        Optional<String> error = text(document, "error");
        if (error.isEmpty()) {
            throw new ButlerException(
                    response.status() >= SERVER_ERROR ? ErrorCode.UNREACHABLE : ErrorCode.LOGIN_REJECTED,
                    "%s responds with status %d.".formatted(endpoint, response.status()));
        }
        return new TokenResult.Rejected(
                error.get(), text(document, "error_description").orElse(""));
    }

    /** Returns the document, or nothing of it if the response is something else, such as the page of a proxy. */
    private static JsonNode read(OidcClient.Response response) {
        try {
            return JSON.readTree(response.body());
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }

    private static String required(String endpoint, JsonNode document, String field) {
        return text(document, field)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.LOGIN_REJECTED, "The response of %s has no %s.".formatted(endpoint, field)));
    }

    private static Optional<String> text(JsonNode document, String field) {
        return Optional.ofNullable(document.path(field).textValue()).filter(value -> !value.isBlank());
    }

    private static Duration seconds(JsonNode document, String field, Duration usual) {
        long value = document.path(field).asLong(0);
        return value > 0 && value <= LONGEST_LIFETIME.toSeconds() ? Duration.ofSeconds(value) : usual;
    }
}
