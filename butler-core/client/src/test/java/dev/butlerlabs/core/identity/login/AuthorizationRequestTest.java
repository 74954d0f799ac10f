package dev.butlerlabs.core.identity.login;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AuthorizationRequestTest {
    private static final URI REDIRECT = URI.create("http://127.0.0.1:1234/callback");

    /** The values of RFC 7636, appendix B. */
    @Test
    void sendsTheDigestOfTheVerifierAndNotTheVerifier() {
        String verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
        AuthorizationRequest request =
                new AuthorizationRequest(REDIRECT, List.of("openid", "email"), "s&t", "n", verifier);

        assertEquals(
                "https://sso.example.com/auth?response_type=code&client_id=a+b"
                        + "&redirect_uri=http%3A%2F%2F127.0.0.1%3A1234%2Fcallback&scope=openid+email&state=s%26t&nonce=n"
                        + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256",
                request.address(TestProvider.METADATA, "a b").toString());
        assertFalse(request.toString().contains(verifier));
    }

    @Test
    void requestsConsentForARefreshToken() {
        AuthorizationRequest request =
                AuthorizationRequest.create(REDIRECT, List.of("openid", "offline_access"), new SecureRandom());

        assertTrue(request.address(TestProvider.METADATA, "c").toString().endsWith("&prompt=consent"));
    }

    @Test
    void usesNewRandomValuesForEachLogin() {
        SecureRandom random = new SecureRandom();
        AuthorizationRequest first = AuthorizationRequest.create(REDIRECT, List.of(), random);
        AuthorizationRequest second = AuthorizationRequest.create(REDIRECT, List.of(), random);

        assertNotEquals(first.state(), second.state());
        assertNotEquals(first.nonce(), second.nonce());
        assertNotEquals(first.verifier(), second.verifier());
        assertEquals(43, first.verifier().length());
        assertNotEquals(first.state(), first.nonce());
    }
}
