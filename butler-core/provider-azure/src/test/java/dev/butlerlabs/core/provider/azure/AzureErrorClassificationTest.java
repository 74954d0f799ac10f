package dev.butlerlabs.core.provider.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.FailureClassifier;
import dev.butlerlabs.core.provider.rest.SecretRedactor;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AzureErrorClassificationTest {
    @ParameterizedTest
    @CsvSource({
        "AllocationFailed, 409, PROVIDER_TROUBLED",
        "ZonalAllocationFailed, 409, PROVIDER_TROUBLED",
        "OverconstrainedZonalAllocationRequest, 409, PROVIDER_TROUBLED",
        "SkuNotAvailable, 409, PROVIDER",
        "QuotaExceeded, 409, QUOTA",
        "PublicIPCountLimitReached, 400, QUOTA",
        "SubnetIsFull, 400, QUOTA",
        "SomethingLimitReached, 400, QUOTA",
        "ResourceGroupNotFound, 404, NOT_FOUND",
        "ParentResourceNotFound, 404, NOT_FOUND",
        "ImageNotFound, 404, NOT_FOUND",
        "PlatformImageNotFound, 400, NOT_FOUND",
        "AuthorizationFailed, 403, FORBIDDEN",
        "LinkedAuthorizationFailed, 403, FORBIDDEN",
        "InvalidAuthenticationToken, 401, UNAUTHENTICATED",
        "ExpiredAuthenticationToken, 401, UNAUTHENTICATED",
        "AnotherOperationInProgress, 429, CONFLICT",
        "RetryableError, 429, CONFLICT",
        "NicReservedForAnotherVm, 400, CONFLICT",
        "PublicIPAddressCannotBeDeleted, 400, CONFLICT",
        "PreconditionFailed, 412, CONFLICT",
        "TooManyRequests, 429, THROTTLED",
        "MarketplacePurchaseEligibilityFailed, 400, PROVIDER",
        "InvalidParameter, 400, PROVIDER",
        "'', 429, THROTTLED",
        "'', 401, UNAUTHENTICATED",
        "'', 403, FORBIDDEN",
        "'', 409, CONFLICT",
        "'', 500, PROVIDER_TROUBLED",
        "'', 400, PROVIDER"
    })
    void mapsCodesAndStatuses(String code, int status, ErrorCode expected) {
        assertThat(AzureErrorClassification.of(code, "", status).code()).isEqualTo(expected);
        assertThat(AzureErrorClassification.of(code, "", status).hint()).isNotBlank();
    }

    @Test
    void tellsAQuotaFromAnotherOperationThatIsNotAllowed() {
        assertThat(AzureErrorClassification.of("OperationNotAllowed", "exceeding approved Cores quota", 409)
                        .code())
                .isEqualTo(ErrorCode.QUOTA);
        assertThat(AzureErrorClassification.of("OperationNotAllowed", "Disk is attached to VM", 409)
                        .code())
                .isEqualTo(ErrorCode.CONFLICT);
    }

    @Test
    void anotherZoneCanHelpOnlyAgainstLackOfCapacity() {
        assertThat(AzureErrorClassification.isWorthAnotherZone("SkuNotAvailable"))
                .isTrue();
        assertThat(AzureErrorClassification.isWorthAnotherZone("ZonalAllocationFailed"))
                .isTrue();
        assertThat(AzureErrorClassification.isWorthAnotherZone("QuotaExceeded")).isFalse();
        assertThat(AzureErrorClassification.isNoCapacity("SkuNotAvailable")).isFalse();
    }

    @Test
    void namesTheRequestAndHidesSecrets() {
        ArmError error = new ArmError(409, "Conflict", "client canary-secret is busy", Optional.of("0a1b-2c3d"));
        ButlerException failure =
                error.exception("create x", SecretRedactor.of(List.of(new SensitiveText("canary-secret"))));
        assertThat(failure.getMessage())
                .isEqualTo("Azure failed to create x: client (hidden) is busy (Conflict), correlation ID 0a1b-2c3d");
        assertThat(FailureClassifier.isTransient(failure)).isTrue();
    }

    @Test
    void aMissingGroupIsNotAMissingResource() {
        assertThat(new ArmError(404, "ResourceNotFound", "", Optional.empty()).isAbsence())
                .isTrue();
        assertThat(new ArmError(404, "ResourceGroupNotFound", "", Optional.empty()).isAbsence())
                .isFalse();
        assertThat(new ArmError(404, "SubscriptionNotFound", "", Optional.empty()).isAbsence())
                .isFalse();
    }
}
