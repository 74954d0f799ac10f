package dev.butlerlabs.core.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.FailureClassifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;

class AwsErrorClassificationTest {
    @ParameterizedTest
    @CsvSource({
        "AuthFailure, 401, UNAUTHENTICATED",
        "'', 401, UNAUTHENTICATED",
        "SignatureDoesNotMatch, 403, UNAUTHENTICATED",
        "ExpiredToken, 400, UNAUTHENTICATED",
        "UnauthorizedOperation, 403, FORBIDDEN",
        "SomethingNew, 403, FORBIDDEN",
        "InvalidAMIID.NotFound, 400, NOT_FOUND",
        "InvalidAMIID.Malformed, 400, NOT_FOUND",
        "InvalidSubnetID.NotFound, 400, NOT_FOUND",
        "TargetGroupNotFound, 400, NOT_FOUND",
        "RequestLimitExceeded, 503, THROTTLED",
        "Throttling, 400, THROTTLED",
        "SlowDown, 429, THROTTLED",
        "InternalError, 500, PROVIDER_TROUBLED",
        "Unavailable, 503, PROVIDER_TROUBLED",
        "InsufficientInstanceCapacity, 500, PROVIDER_TROUBLED",
        "InstanceLimitExceeded, 400, QUOTA",
        "VcpuLimitExceeded, 400, QUOTA",
        "MaxSpotInstanceCountExceeded, 400, QUOTA",
        "AddressLimitExceeded, 400, QUOTA",
        "VolumeLimitExceeded, 400, QUOTA",
        "TooManyLoadBalancers, 400, QUOTA",
        "NetworkInterfaceLimitExceeded, 400, QUOTA",
        "InvalidTarget, 400, NOT_READY",
        "ResourceInUse, 400, CONFLICT",
        "IdempotentParameterMismatch, 400, CONFLICT",
        "OperationNotPermitted, 400, PROVIDER",
        "InvalidParameterValue, 400, PROVIDER",
    })
    void namesWhatAwsSays(String awsCode, int status, ErrorCode code) {
        ButlerException failure = AwsErrorMapper.refused("make it", refusal(awsCode, status, "the vendor's own words"));

        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure.hint()).isNotBlank();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "InstanceLimitExceeded",
                "VcpuLimitExceeded",
                "MaxSpotInstanceCountExceeded",
                "AddressLimitExceeded"
            })
    void tellsAQuotaInTheVendorsWordsAndWhatToDo(String awsCode) {
        ButlerException failure =
                AwsErrorMapper.refused("make it", refusal(awsCode, 400, "You have requested more than 5."));

        assertThat(failure).hasMessageContaining("You have requested more than 5.");
        assertThat(failure.hint()).containsAnyOf("Service Quotas", "Release");
        assertThat(FailureClassifier.of(failure)).isEqualTo(FailureClassifier.LASTING);
    }

    @Test
    void leavesOutWhatRepeatsTheRequest() {
        String words = "The string to sign was x-amz-security-token:canary";
        ButlerException signature = AwsErrorMapper.refused("make it", refusal("SignatureDoesNotMatch", 403, words));
        ButlerException permission = AwsErrorMapper.refused(
                "make it",
                refusal(
                        "UnauthorizedOperation",
                        403,
                        "You are not authorized. Encoded authorization failure message: canary"));

        assertThat(signature.getMessage()).doesNotContain("canary");
        assertThat(signature.getCause()).isNull();
        assertThat(permission.getMessage()).contains("You are not authorized.").doesNotContain("canary");
        assertThat(AwsErrorMapper.refused("make it", refusal("Odd", 400, "x".repeat(5000)))
                        .getMessage())
                .hasSizeLessThan(400);
    }

    private static AwsServiceException refusal(String code, int status, String words) {
        return Ec2Exception.builder()
                .statusCode(status)
                .awsErrorDetails(AwsErrorDetails.builder()
                        .errorCode(code)
                        .errorMessage(words)
                        .build())
                .build();
    }
}
