package dev.butlerlabs.core.identity.login;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.identity.oidc.OidcClient.Response;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TokenClientTest {
    private record Sent(URI address, Map<String, String> form, Optional<String> authorization) {}

    private final List<Sent> sent = new ArrayList<>();

    private TokenClient client(int status, String body, Optional<String> secret, List<String> methods) {
        return new TokenClient(
                (address, form, authorization) -> {
                    sent.add(new Sent(address, form, authorization));
                    return new Response(status, body);
                },
                TestProvider.metadata(methods),
                new LoginSettings("https://sso.example.com", "but:ler", secret, Optional.empty(), List.of()));
    }

    private TokenClient client(int status, String body) {
        return client(status, body, Optional.empty(), List.of());
    }

    @Test
    void aPublicClientSendsItsIdAndNoHeader() {
        TokenResult result =
                client(200, "{\"id_token\": \"i\", \"refresh_token\": \"r\"}").refresh("old");

        assertEquals(new TokenResult.Issued(Optional.of("i"), Optional.of("r")), result);
        assertEquals(
                List.of(new Sent(
                        URI.create("https://sso.example.com/token"),
                        Map.of("grant_type", "refresh_token", "refresh_token", "old", "client_id", "but:ler"),
                        Optional.empty())),
                sent);
        assertEquals("Issued[idToken=true, refreshToken=true]", result.toString());
    }

    @Test
    void aSecretIsSentInTheHeaderWithEncodedCharacters() {
        client(200, "{}", Optional.of("a b%"), List.of()).refresh("old");

        assertEquals(
                Optional.of("Basic "
                        + Base64.getEncoder().encodeToString("but%3Aler:a+b%25".getBytes(StandardCharsets.UTF_8))),
                sent.getFirst().authorization());
        assertFalse(sent.getFirst().form().containsKey("client_secret"));
    }

    @Test
    void aSecretIsSentInTheFormIfTheProviderAcceptsNothingElse() {
        client(200, "{}", Optional.of("s"), List.of("client_secret_post")).refresh("old");

        assertEquals(Optional.empty(), sent.getFirst().authorization());
        assertEquals("s", sent.getFirst().form().get("client_secret"));
    }

    @Test
    void anErrorOfTheProviderIsAResult() {
        assertEquals(
                new TokenResult.Rejected("invalid_grant", "expired"),
                client(400, "{\"error\": \"invalid_grant\", \"error_description\": \"expired\"}")
                        .refresh("old"));
    }

    @ParameterizedTest
    @CsvSource({"503,UNREACHABLE", "404,LOGIN_REJECTED", "302,LOGIN_REJECTED"})
    void aPageThatIsNotAnErrorOfTheProtocolIsReportedByItsStatus(int status, ErrorCode code) {
        TokenClient client = client(status, "<html>secret page</html>");

        ButlerException failure = assertThrows(ButlerException.class, () -> client.refresh("old"));
        assertEquals(code, failure.code());
        assertEquals("https://sso.example.com/token responds with status %d.".formatted(status), failure.getMessage());
    }

    @Test
    void aDeviceLoginHasAnIntervalOfFiveSecondsUnlessTheProviderSaysOtherwise() {
        String body =
                "{\"device_code\": \"d\", \"user_code\": \"u\", \"verification_uri\": \"v\", \"expires_in\": 600%s}";

        DeviceAuthorization usual = client(200, body.formatted("")).startDevice(List.of("openid"));
        DeviceAuthorization slower =
                client(200, body.formatted(", \"interval\": 9")).startDevice(List.of("openid"));

        assertEquals(Duration.ofSeconds(5), usual.interval());
        assertEquals(Duration.ofMinutes(10), usual.lifetime());
        assertEquals(Duration.ofSeconds(9), slower.interval());
        assertEquals(
                URI.create("https://sso.example.com/device"), sent.getFirst().address());
        assertFalse(usual.toString().contains("d,"));
    }

    @Test
    void aDeviceLoginWithoutACodeIsRejected() {
        TokenClient client = client(200, "{\"device_code\": \"d\"}");

        assertTrue(assertThrows(ButlerException.class, () -> client.startDevice(List.of()))
                .getMessage()
                .contains("has no user_code"));
    }

    @Test
    void nothingIsRevokedWithoutAnEndpoint() {
        assertFalse(client(200, "").revoke("token"));
        assertTrue(sent.isEmpty());
    }
}
