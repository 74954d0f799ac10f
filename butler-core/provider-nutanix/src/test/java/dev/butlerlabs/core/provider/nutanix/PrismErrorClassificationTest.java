package dev.butlerlabs.core.provider.nutanix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import dev.butlerlabs.core.provider.rest.SecretRedactor;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every refusal of Prism has a name of ours, its own message, and nothing that must not be shown. */
class PrismErrorClassificationTest {
    private static final PrismEndpoint PRISM =
            new PrismEndpoint(URI.create("https://prism.test:9440/api/nutanix/v3"), Optional.empty());

    @ParameterizedTest
    @CsvSource({
        "400, MALFORMED_REQUEST, PROVIDER",
        "401, AUTHENTICATION_REQUIRED, UNAUTHENTICATED",
        "403, ACCESS_DENIED, FORBIDDEN",
        "404, ENTITY_NOT_FOUND, NOT_FOUND",
        "408, '', THROTTLED",
        "409, CONCURRENT_REQUESTS_NOT_ALLOWED, CONFLICT",
        "422, INVALID_REQUEST, PROVIDER",
        "422, ENTITY_NOT_FOUND, NOT_FOUND",
        "422, QUOTA_EXCEEDED, QUOTA",
        "422, RESOURCE_EXHAUSTED, QUOTA",
        "429, TOO_MANY_REQUESTS, THROTTLED",
        "500, INTERNAL_ERROR, PROVIDER_TROUBLED",
        "503, '', PROVIDER_TROUBLED",
        "302, '', PROVIDER"
    })
    void aStatusHasAName(int status, String reason, ErrorCode code) {
        ButlerException refusal = refusal(status, """
                {"state": "ERROR", "code": %d, "message_list": [{"reason": "%s", "message": "The words of Prism."}]}
                """.formatted(status, reason));
        assertThat(refusal.code()).isEqualTo(code);
        assertThat(refusal).hasMessageContainingAll("prism.test:9440", "The words of Prism.");
        assertThat(refusal.hint()).isNotBlank();
    }

    @Test
    void anAnswerThatIsNoJsonIsNotRepeated() {
        assertThat(refusal(503, "<html>upstream</html>"))
                .hasMessage("Prism Central at prism.test:9440 reported a temporary internal error.");
    }

    @Test
    void whatPrismRepeatsOfTheRequestIsCut() {
        SecretRedactor echo = SecretRedactor.of(List.of(new SensitiveText("canary-password")))
                .withUserData(new SensitiveText("secret:\n  token: canary-token\n"));
        String message =
                "user_data c2VjcmV0OgogIHRva2VuOiBjYW5hcnktdG9rZW4K is bad near token: canary-token, canary-password "
                        + "x".repeat(20) + " y".repeat(400);
        String shown = echo.clean(message);
        assertThat(shown)
                .startsWith("user_data (hidden) is bad near (hidden), (hidden) x")
                .doesNotContain("canary")
                .hasSizeLessThanOrEqualTo(301);
        assertThat(echo.clean("image 8b7d5c2a-0f3e-4a7b-9d6c-1e2f3a4b5c01 is gone"))
                .contains("8b7d5c2a-0f3e-4a7b-9d6c-1e2f3a4b5c01");
        assertThat(echo).asString().doesNotContain("canary");
    }

    @Test
    void aShortSecretDoesNotMakeTextsUnreadable() {
        SecretRedactor echo = SecretRedactor.of(List.of(new SensitiveText("a")));
        assertThat(echo.clean("user a may not make a VM at all"))
                .isEqualTo("user (hidden) may not make (hidden) VM at all");
    }

    private static ButlerException refusal(int status, String body) {
        return PrismErrorClassification.of(
                PRISM, status, JsonDocument.read(body.getBytes(StandardCharsets.UTF_8)), SecretRedactor.of(List.of()));
    }
}
