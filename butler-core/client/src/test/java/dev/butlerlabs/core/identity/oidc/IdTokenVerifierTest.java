package dev.butlerlabs.core.identity.oidc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
final class IdTokenVerifierTest {
    private static final String ISSUER = "https://login.example.com";
    private static final String CLIENT = "butler";
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");

    private static TestIssuer issuer;

    @BeforeAll
    static void generateKey() throws GeneralSecurityException {
        issuer = TestIssuer.with("RS256", "first");
    }

    private static IdTokenVerifier verifier(JsonWebKeys... inOrder) {
        Deque<JsonWebKeys> responses = new ArrayDeque<>(List.of(inOrder));
        return new IdTokenVerifier(
                ISSUER, CLIENT, new SigningKeyCache(responses::remove), Clock.fixed(NOW, ZoneOffset.UTC));
    }

    private static Map<String, Object> claims() {
        return new HashMap<>(Map.of(
                "iss",
                ISSUER,
                "sub",
                "4711",
                "aud",
                CLIENT,
                "nonce",
                "n",
                "email",
                "ada@example.com",
                "groups",
                List.of("platform", "auditors"),
                "iat",
                NOW.getEpochSecond() - 10,
                "exp",
                NOW.getEpochSecond() + 600));
    }

    private static Map<String, Object> claims(String claim, Object value) {
        Map<String, Object> claims = claims();
        claims.put(claim, value);
        return claims;
    }

    private static ButlerException rejected(String token, JsonWebKeys... keys) {
        IdTokenVerifier verifier = verifier(keys);
        ButlerException rejected = assertThrows(ButlerException.class, () -> verifier.verify(token, Optional.of("n")));
        assertEquals(ErrorCode.LOGIN_REJECTED, rejected.code());
        assertFalse(token.length() > 20 && rejected.getMessage().contains(token));
        return rejected;
    }

    private static List<String> problems(Map<String, Object> claims) throws GeneralSecurityException, IOException {
        return rejected(issuer.sign(claims), issuer.published()).problems().stream()
                .map(InputProblem::path)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"RS256", "PS256", "ES256", "ES384", "EdDSA"})
    void acceptsAValidToken(String algorithm) throws GeneralSecurityException, IOException {
        TestIssuer other = TestIssuer.with(algorithm, "k");
        String token = other.sign(claims());

        IdToken verified = verifier(other.published()).verify(token, Optional.of("n"));

        assertEquals(token, verified.text());
        assertEquals("ada@example.com", verified.displayName());
        assertEquals(List.of("platform", "auditors"), verified.groups());
        assertEquals(NOW.plusSeconds(600), verified.expiry());
        assertFalse(verified.toString().contains(token));
    }

    @Test
    void rejectsATokenWithoutSignature() throws IOException {
        String token = TestIssuer.unsigned(Map.of("alg", "none"), claims()) + ".";

        assertTrue(rejected(token).getMessage().contains("is not accepted"));
    }

    @Test
    void rejectsATokenSignedWithThePublicKeyAsASecret() throws GeneralSecurityException, IOException {
        String signed = TestIssuer.unsigned(Map.of("alg", "HS256", "kid", "first"), claims());
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(issuer.publicKeyBytes(), "HmacSHA256"));
        String token = signed + "."
                + Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.US_ASCII)));

        assertTrue(rejected(token).getMessage().contains("is not accepted"));
    }

    @Test
    void rejectsAKeyThatIsPublishedForAnotherAlgorithm() throws GeneralSecurityException, IOException {
        String token = issuer.sign(Map.of("alg", "RS512", "kid", "first"), claims());

        assertTrue(rejected(token, issuer.published()).getMessage().contains("does not publish"));
    }

    @Test
    void rejectsExtensionsThatItDoesNotKnow() throws GeneralSecurityException, IOException {
        String token = issuer.sign(Map.of("alg", "RS256", "kid", "first", "crit", List.of("b64")), claims());

        rejected(token, issuer.published());
    }

    @Test
    void rejectsChangedClaims() throws GeneralSecurityException, IOException {
        String genuine = issuer.sign(claims());
        String other = TestIssuer.unsigned(Map.of("alg", "RS256", "kid", "first"), claims("sub", "admin"));
        String forged = other + genuine.substring(genuine.lastIndexOf('.'));

        assertTrue(rejected(forged, issuer.published()).getMessage().contains("signature"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a.b", "a.b.c.d", "e30.e30.!", "W10.e30.", "eyJhIjoxLCJhIjoyfQ.e30."})
    void rejectsWhatIsNotAToken(String text) {
        rejected(text);
    }

    @Test
    void requestsTheKeysAgainOnceForAnUnknownKey() throws GeneralSecurityException, IOException {
        TestIssuer rotated = TestIssuer.with("ES256", "second");
        IdTokenVerifier verifier = verifier(issuer.published(), rotated.published());
        verifier.verify(issuer.sign(claims()), Optional.of("n"));

        assertEquals(
                "4711",
                verifier.verify(rotated.sign(claims()), Optional.of("n")).subject());
    }

    @Test
    void rejectsAKeyThatIsUnknownEvenAfterTheKeysWereRequestedAgain() throws GeneralSecurityException, IOException {
        IdTokenVerifier verifier = verifier(issuer.published(), issuer.published());
        verifier.verify(issuer.sign(claims()), Optional.of("n"));
        String token = TestIssuer.with("RS256", "unknown").sign(claims());

        assertTrue(assertThrows(ButlerException.class, () -> verifier.verify(token, Optional.of("n")))
                .getMessage()
                .contains("does not publish"));
    }

    @Test
    void aKnownKeyDoesNotCauseAnotherRequest() throws GeneralSecurityException, IOException {
        IdTokenVerifier verifier = verifier(issuer.published());
        String token = issuer.sign(claims());

        assertEquals(verifier.verify(token, Optional.of("n")), verifier.verify(token, Optional.of("n")));
    }

    @Test
    void reportsEveryProblemAtOnce() throws GeneralSecurityException, IOException {
        Map<String, Object> claims = new HashMap<>(Map.of(
                "iss", ISSUER + "/", "aud", List.of("a", "b"), "nonce", "other", "iat", NOW.getEpochSecond() + 60));

        assertEquals(List.of("iss", "sub", "aud", "azp", "nonce", "exp", "iat"), problems(claims));
    }

    @Test
    void requiresTheAuthorizedPartyOfSeveralAudiences() throws GeneralSecurityException, IOException {
        Map<String, Object> claims = claims("aud", List.of(CLIENT, "other"));
        assertEquals(List.of("azp"), problems(claims));
        claims.put("azp", "other");
        assertEquals(List.of("azp"), problems(claims));
        claims.put("azp", CLIENT);
        assertEquals(
                "4711",
                verifier(issuer.published())
                        .verify(issuer.sign(claims), Optional.of("n"))
                        .subject());
    }

    @Test
    void theAuthorizedPartyOfOneAudienceMustBeTheClient() throws GeneralSecurityException, IOException {
        assertEquals(List.of("azp"), problems(claims("azp", "other")));
    }

    @Test
    void aMissingNonceIsNotTheNonceOfTheLogin() throws GeneralSecurityException, IOException {
        Map<String, Object> claims = claims();
        claims.remove("nonce");
        assertEquals(List.of("nonce"), problems(claims));
    }

    @ParameterizedTest
    @CsvSource({"exp,-30,exp", "exp,-29,", "iat,31,iat", "iat,30,", "nbf,31,nbf", "nbf,30,"})
    void permitsHalfAMinuteBetweenTheClocks(String claim, long seconds, String problem)
            throws GeneralSecurityException, IOException {
        Map<String, Object> claims = claims(claim, NOW.getEpochSecond() + seconds);
        if (problem == null) {
            verifier(issuer.published()).verify(issuer.sign(claims), Optional.of("n"));
        } else {
            assertEquals(List.of(problem), problems(claims));
        }
    }

    @Test
    void rejectsTimesBeyondAnyCalendar() throws GeneralSecurityException, IOException {
        assertEquals(List.of("exp"), problems(claims("exp", 1e300)));
        assertEquals(List.of("exp"), problems(claims("exp", "2030")));
    }

    private static IdTokenVerifier reading(ClaimNames names) {
        return new IdTokenVerifier(
                ISSUER, CLIENT, names, new SigningKeyCache(issuer::published), Clock.fixed(NOW, ZoneOffset.UTC));
    }

    @Test
    void readsTheClaimsOfTheProvider() throws GeneralSecurityException, IOException {
        Map<String, Object> claims = claims("upn", "ada@corp.example.com");
        claims.put("https://example.com/roles", List.of("operators", 7));

        IdToken token = reading(new ClaimNames("upn", "https://example.com/roles"))
                .verify(issuer.sign(claims), Optional.of("n"));

        assertEquals("ada@corp.example.com", token.displayName());
        assertEquals(List.of("operators"), token.groups());
    }

    /** The subject of one user can equal the name of another one if a provider names users by another claim. */
    @Test
    void requiresTheClaimThatNamesTheUserUnlessItIsTheDefault() throws GeneralSecurityException, IOException {
        IdTokenVerifier verifier = reading(new ClaimNames("upn", "groups"));
        for (Map<String, Object> claims : List.of(claims(), claims("upn", 5), claims("upn", List.of("a", "b")))) {
            String token = issuer.sign(claims);
            ButlerException rejected =
                    assertThrows(ButlerException.class, () -> verifier.verify(token, Optional.of("n")));
            assertEquals(List.of(new InputProblem("upn", "is missing or not a text")), rejected.problems());
        }
        Map<String, Object> anonymous = claims();
        anonymous.remove("email");
        assertEquals(
                "4711",
                reading(ClaimNames.DEFAULT)
                        .verify(issuer.sign(anonymous), Optional.of("n"))
                        .displayName());
    }

    /** The claim email_verified is about the claim email only. */
    @Test
    void anUnverifiedAddressIsNotUsed() throws GeneralSecurityException, IOException {
        Map<String, Object> claims = claims("email_verified", false);
        claims.put("upn", "ada@corp.example.com");
        String token = issuer.sign(claims);

        assertEquals(
                Optional.empty(),
                reading(ClaimNames.DEFAULT).verify(token, Optional.of("n")).email());
        assertEquals(
                Optional.of("ada@corp.example.com"),
                reading(new ClaimNames("upn", "groups"))
                        .verify(token, Optional.of("n"))
                        .email());
    }
}
