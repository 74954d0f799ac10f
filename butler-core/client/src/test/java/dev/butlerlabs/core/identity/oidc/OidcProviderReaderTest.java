package dev.butlerlabs.core.identity.oidc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.error.InputProblem;
import java.net.URI;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class OidcProviderReaderTest {
    private static final String ISSUER = "https://login.example.com/realms/a";
    private static final String DISCOVERY = ISSUER + "/.well-known/openid-configuration";
    private static final String KEYS = "https://login.example.com/keys";
    private static final String MODULUS =
            Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[256]);

    private final Map<String, OidcClient.Response> responses = new HashMap<>();
    private final OidcProviderReader reader = new OidcProviderReader(this::respond);

    private OidcClient.Response respond(URI address) {
        return responses.getOrDefault(address.toString(), new OidcClient.Response(404, "nothing"));
    }

    private void serve(String address, String body) {
        responses.put(address, new OidcClient.Response(200, body));
    }

    private static String document(String issuer) {
        return """
                {"issuer": "%s", "authorization_endpoint": "https://login.example.com/auth",
                 "token_endpoint": "https://login.example.com/token", "jwks_uri": "%s",
                 "userinfo_endpoint": "https://login.example.com/me", "response_types_supported": ["code", "token"],
                 "id_token_signing_alg_values_supported": ["RS256"]}
                """.formatted(issuer, KEYS);
    }

    @Test
    void readsTheEndpoints() {
        serve(DISCOVERY, document(ISSUER));

        assertEquals(
                new OidcMetadata(
                        ISSUER,
                        "https://login.example.com/auth",
                        "https://login.example.com/token",
                        KEYS,
                        Optional.of("https://login.example.com/me"),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        List.of()),
                reader.discover(ISSUER));
    }

    @Test
    void rejectsTheDocumentOfAnotherIssuerEvenIfOnlyASlashDiffers() {
        serve(DISCOVERY, document(ISSUER + "/"));

        ButlerException rejected = assertThrows(ButlerException.class, () -> reader.discover(ISSUER));
        assertEquals(ErrorKind.INVALID, rejected.kind());
        assertEquals(
                List.of("is \"%s/\", not \"%s\"".formatted(ISSUER, ISSUER)),
                rejected.problems().stream().map(InputProblem::sentence).toList());
    }

    @Test
    void reportsEveryProblemOfADocumentAtOnce() {
        serve(DISCOVERY, """
                {"token_endpoint": "http://login.example.com/token", "jwks_uri": "not a url",
                 "response_types_supported": ["id_token"], "id_token_signing_alg_values_supported": ["HS256", "none"]}
                """);

        ButlerException rejected = assertThrows(ButlerException.class, () -> reader.discover(ISSUER));
        assertEquals(
                List.of(
                        "issuer",
                        "authorization_endpoint",
                        "token_endpoint",
                        "jwks_uri",
                        "response_types_supported",
                        "id_token_signing_alg_values_supported"),
                rejected.problems().stream().map(InputProblem::path).toList());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://login.example.com",
                "ftp://localhost",
                "login.example.com",
                "https://a:b@example.com",
                "%"
            })
    void requestsNothingFromAnAddressThatIsNotPermitted(String issuer) {
        OidcProviderReader strict = new OidcProviderReader(address -> {
            throw new AssertionError("requested " + address);
        });

        assertEquals(
                ErrorKind.INVALID,
                assertThrows(ButlerException.class, () -> strict.discover(issuer))
                        .kind());
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:8080", "http://localhost:1", "http://[::1]:1/x", "https://example.com"})
    void permitsPlainHttpOnlyOnLoopback(String address) {
        assertEquals(Optional.empty(), OidcAddressPolicy.problem(address));
        assertTrue(OidcAddressPolicy.problem("http://127.0.0.1.example.com").isPresent());
    }

    @Test
    void doesNotRepeatTheContentOfAPageThatIsNotADocument() {
        serve(DISCOVERY, "<html>session=secret</html>");

        ButlerException rejected = assertThrows(ButlerException.class, () -> reader.discover(ISSUER));
        assertEquals(DISCOVERY + " does not contain a JSON object.", rejected.getMessage());
        assertEquals(
                ISSUER + "/x/.well-known/openid-configuration responds with status 404.",
                assertThrows(ButlerException.class, () -> reader.discover(ISSUER + "/x"))
                        .getMessage());
    }

    @Test
    void countsTheKeysThatCanVerifyTokens() {
        serve(DISCOVERY, document(ISSUER));
        serve(KEYS, """
                {"keys": [{"kty": "RSA", "n": "%s", "e": "AQAB"},
                          {"kty": "EC", "crv": "P-256", "x": "AQ", "y": "AQ", "alg": "ES256"},
                          {"kty": "oct", "k": "c2VjcmV0"},
                          {"kty": "RSA", "use": "enc", "n": "%s", "e": "AQAB"}]}
                """.formatted(MODULUS, MODULUS));

        JsonWebKeys keys = reader.keys(reader.discover(ISSUER));
        assertEquals(2, keys.usable());
        assertEquals(
                List.of("keys[2]", "keys[3]"),
                keys.problems().stream().map(InputProblem::path).toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"keys\": []} | 0",
                "{} | 0",
                "{\"keys\": [{\"kty\": \"RSA\", \"n\": \"AQAB\", \"e\": \"AQAB\"}]} | 1",
                "{\"keys\": [{\"kty\": \"RSA\", \"n\": \"!\", \"e\": \"AQAB\"}, {\"kty\": \"EC\", \"crv\": \"P-192\"}]} | 2",
                "{\"keys\": [{\"kty\": \"OKP\", \"crv\": \"Ed25519\", \"x\": \"AQ\", \"d\": \"AQ\"}]} | 1",
                "{\"keys\": [{\"kty\": \"EC\", \"crv\": \"P-256\", \"x\": \"AQ\", \"y\": \"AQ\", \"alg\": \"HS256\"}]} | 1"
            })
    void rejectsAProviderWithoutAUsableKey(String body, int problems) {
        serve(DISCOVERY, document(ISSUER));
        serve(KEYS, body);
        OidcMetadata metadata = reader.discover(ISSUER);

        assertEquals(
                problems,
                assertThrows(ButlerException.class, () -> reader.keys(metadata))
                        .problems()
                        .size());
    }
}
