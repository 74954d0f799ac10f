package dev.butlerlabs.core.provider.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.rest.SecretRedactor;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GcpErrorClassificationTest {
    private static final SecretRedactor REDACTOR = SecretRedactor.of(List.of(new SensitiveText("canary-secret")));

    @ParameterizedTest
    @CsvSource({
        "401, authError, UNAUTHENTICATED",
        "403, forbidden, FORBIDDEN",
        "403, accessNotConfigured, FORBIDDEN",
        "403, rateLimitExceeded, THROTTLED",
        "403, quotaExceeded, QUOTA",
        "404, notFound, NOT_FOUND",
        "409, alreadyExists, CONFLICT",
        "412, conditionNotMet, CONFLICT",
        "400, resourceInUseByAnotherResource, CONFLICT",
        "400, resourceNotReady, CONFLICT",
        "400, invalid, PROVIDER",
        "429, '', THROTTLED",
        "500, '', PROVIDER_TROUBLED",
        "503, backendError, PROVIDER_TROUBLED"
    })
    void classifiesResponses(int status, String reason, ErrorCode expected) {
        ButlerException failure = GcpErrorClassification.ofResponse(
                "Compute Engine",
                status,
                Optional.of(GcpSpecs.json(
                        "{'error': {'message': 'no canary-secret', 'errors': [{'reason': '%s'}]}}".formatted(reason))),
                REDACTOR);
        assertThat(failure.code()).isEqualTo(expected);
        assertThat(failure.getMessage()).contains("no (hidden)");
        assertThat(failure.hint()).isNotBlank();
    }

    @Test
    void classifiesAResponseThatIsNotJson() {
        assertThat(GcpErrorClassification.ofResponse("Compute Engine", 502, Optional.empty(), REDACTOR)
                        .code())
                .isEqualTo(ErrorCode.PROVIDER_TROUBLED);
    }

    @Test
    void namesTheApiThatIsNotEnabled() {
        ButlerException failure = GcpErrorClassification.ofResponse(
                "Compute Engine",
                403,
                Optional.of(
                        GcpSpecs.json(
                                "{'error': {'message': 'm', 'errors': [{'reason': 'forbidden'}], 'details': [{'reason': 'SERVICE_DISABLED'}]}}")),
                REDACTOR);
        assertThat(failure.hint()).contains("gcloud services enable compute.googleapis.com");
    }

    @ParameterizedTest
    @CsvSource({
        "QUOTA_EXCEEDED, QUOTA",
        "IP_SPACE_EXHAUSTED, QUOTA",
        "ZONE_RESOURCE_POOL_EXHAUSTED, PROVIDER_TROUBLED",
        "ZONE_RESOURCE_POOL_EXHAUSTED_WITH_DETAILS, PROVIDER_TROUBLED",
        "RESOURCE_OPERATION_RATE_EXCEEDED, THROTTLED",
        "RESOURCE_IN_USE_BY_ANOTHER_RESOURCE, CONFLICT",
        "RESOURCE_NOT_FOUND, NOT_FOUND",
        "INVALID_FIELD_VALUE, PROVIDER"
    })
    void classifiesFailedOperations(String code, ErrorCode expected) {
        ButlerException failure = GcpErrorClassification.ofOperation(
                "create the instance demo-cp-0",
                GcpSpecs.json("{'errors': [{'code': '%s', 'message': 'because canary-secret'}]}".formatted(code)),
                REDACTOR);
        assertThat(failure.code()).isEqualTo(expected);
        assertThat(failure.getMessage()).contains("demo-cp-0", "because (hidden)");
    }

    @Test
    void namesTheQuotaWithItsLimit() {
        ButlerException failure = GcpErrorClassification.ofOperation(
                "create the instance demo-cp-0",
                GcpSpecs.json(
                        "{'errors': [{'code': 'QUOTA_EXCEEDED', 'message': 'exceeded', 'errorDetails': [{'quotaInfo': {'limitName': 'N2-CPUS-per-project-region', 'limit': 24}}]}]}"),
                REDACTOR);
        assertThat(failure.getMessage()).contains("N2-CPUS-per-project-region", "24");
    }

    @Test
    void knowsWhetherAnotherZoneCanHelp() {
        assertThat(GcpErrorClassification.isNoRoomInZone(List.of("ZONE_RESOURCE_POOL_EXHAUSTED")))
                .isTrue();
        assertThat(GcpErrorClassification.isNoRoomInZone(List.of("QUOTA_EXCEEDED")))
                .isFalse();
    }
}
