package dev.butlerlabs.core.provider.gcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.nio.charset.StandardCharsets;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoogleCredentialsTest {
    private static final Instant NOW = Instant.parse("2026-11-17T20:00:00Z");

    @Test
    void signsATokenThatThePublicKeyVerifies() throws Exception {
        GoogleCredentials.ServiceAccount account =
                (GoogleCredentials.ServiceAccount) GoogleCredentials.parse(GcpSpecs.key(Map.of()));
        String[] parts = new GoogleJwtSigner(account)
                .sign(NOW, Optional.of("https://token"))
                .split("\\.", -1);

        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initVerify(GcpSpecs.KEYS.getPublic());
        signature.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
        assertThat(signature.verify(Base64.getUrlDecoder().decode(parts[2]))).isTrue();
        assertThat(decoded(parts[0]).path("kid").asText()).isEqualTo("key-1");
        JsonNode claims = decoded(parts[1]);
        assertThat(claims.path("iss").asText()).isEqualTo("butler@my-project.iam.gserviceaccount.com");
        assertThat(claims.path("aud").asText()).isEqualTo("https://token");
        assertThat(claims.path("exp").asLong() - claims.path("iat").asLong()).isEqualTo(3600);
        assertThat(account.toString()).doesNotContain("PRIVATE");
    }

    private static JsonNode decoded(String part) {
        return JsonDocument.read(Base64.getUrlDecoder().decode(part)).orElseThrow();
    }

    @Test
    void aTokenForTheApisHasAScopeAndNoAudience() {
        GoogleCredentials.ServiceAccount account =
                (GoogleCredentials.ServiceAccount) GoogleCredentials.parse(GcpSpecs.key(Map.of()));
        JsonNode claims =
                decoded(new GoogleJwtSigner(account).sign(NOW, Optional.empty()).split("\\.", -1)[1]);
        assertThat(claims.has("aud")).isFalse();
        assertThat(claims.path("scope").asText()).endsWith("/auth/cloud-platform");
    }

    @Test
    void parsesTheCredentialsOfAUser() {
        GoogleCredentials user = GoogleCredentials.parse(
                new SensitiveText(
                        "{\"type\":\"authorized_user\",\"client_id\":\"id\",\"client_secret\":\"canary-1\",\"refresh_token\":\"canary-2\"}"));
        assertThat(user).isInstanceOf(GoogleCredentials.AuthorizedUser.class);
        assertThat(user.tokenUri()).hasToString(GoogleCredentials.DEFAULT_TOKEN_URI);
        assertThat(user.toString()).doesNotContain("canary");
    }

    @ParameterizedTest
    @CsvSource({
        "type, external_account, type",
        "client_email, '', client_email",
        "private_key, canary, PKCS",
        "token_uri, http://10.0.0.1/token, token_uri",
        "token_uri, 'not a url', token_uri"
    })
    void rejectsAnUnusableKeyWithoutShowingIt(String field, String value, String expected) {
        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> GoogleCredentials.parse(GcpSpecs.key(Map.of(field, value))))
                .withMessageContaining(expected)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("canary"));
    }
}
