package dev.butlerlabs.core.provider.proxmox;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.rest.AccessToken;
import dev.butlerlabs.core.provider.rest.AccessTokenCache;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import dev.butlerlabs.core.provider.rest.RestAuthentication;
import dev.butlerlabs.core.provider.rest.RestClient;
import dev.butlerlabs.core.provider.rest.RestClientOptions;
import dev.butlerlabs.core.provider.rest.RestRequest;
import dev.butlerlabs.core.provider.rest.RestResponse;
import dev.butlerlabs.core.provider.rest.SecretRedactor;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;

/**
 * Logs in with a password. The server returns a ticket, which is sent as a cookie, and a token against cross-site requests, which
 * has to accompany every change. A ticket is valid for two hours. Thread-safe.
 */
final class ProxmoxTicketLogin implements RestAuthentication {
    private static final Duration LIFETIME = Duration.ofHours(2);
    private static final String COOKIE = "Cookie";
    private static final String COOKIE_NAME = "PVEAuthCookie=";
    private static final String CSRF = "CSRFPreventionToken";

    private final ProxmoxEndpoint endpoint;
    private final SensitiveText username;
    private final SensitiveText password;
    private final SSLContext tls;
    private final RestClientOptions options;
    private final InstantSource clock = InstantSource.system();
    private final AccessTokenCache tickets = new AccessTokenCache(this::logIn, clock);

    ProxmoxTicketLogin(
            ProxmoxEndpoint endpoint,
            SensitiveText username,
            SensitiveText password,
            SSLContext tls,
            RestClientOptions options) {
        this.endpoint = endpoint;
        this.username = username;
        this.password = password;
        this.tls = tls;
        this.options = options;
    }

    @Override
    public Map<String, String> headers(String method) {
        String[] parts = tickets.get().value().value().split("\n", 2);
        return Map.of(COOKIE, COOKIE_NAME + parts[0], CSRF, parts[1]);
    }

    @Override
    public boolean renew(Map<String, String> rejected) {
        tickets.discard(pair(rejected.get(COOKIE).substring(COOKIE_NAME.length()), rejected.get(CSRF)));
        return true;
    }

    @Override
    public SecretRedactor redactor() {
        return SecretRedactor.of(List.of(password));
    }

    private AccessToken logIn() {
        try (RestClient client = new RestClient(endpoint.server(), RestAuthentication.none(redactor()), tls, options)) {
            RestResponse response = client.send(RestRequest.post("/access/ticket")
                    .withForm(Map.of("username", username.value(), "password", password.value()))
                    .asRepeatable());
            if (!response.isSuccess()) {
                throw ProxmoxErrorClassification.of(endpoint, response, redactor());
            }
            return token(response.json().orElseGet(JsonDocument::object).path("data"));
        }
    }

    private AccessToken token(JsonNode data) {
        String ticket = data.path("ticket").asText("");
        if (data.path("NeedTFA").asBoolean(false) || ticket.startsWith("PVE:!tfa!")) {
            throw new ButlerException(
                    ErrorCode.UNAUTHENTICATED,
                    "Proxmox VE at %s requires a second factor for this user.".formatted(endpoint),
                    "Use an API token of the user instead of its password.");
        }
        String csrf = data.path(CSRF).asText("");
        if (ticket.isEmpty() || csrf.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.PROVIDER_TROUBLED,
                    "Proxmox VE at %s returned no ticket.".formatted(endpoint),
                    "Check the endpoint: it must be that of the Proxmox VE API.");
        }
        return new AccessToken(
                new SensitiveText(pair(ticket, csrf)), clock.instant().plus(LIFETIME));
    }

    private static String pair(String ticket, String csrf) {
        return ticket + "\n" + csrf;
    }
}
