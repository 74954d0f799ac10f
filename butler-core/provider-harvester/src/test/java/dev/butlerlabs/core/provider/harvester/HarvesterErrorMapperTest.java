package dev.butlerlabs.core.provider.harvester;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.FailureClassifier;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HarvesterErrorMapperTest {
    @ParameterizedTest
    @CsvSource({
        "401, UNAUTHENTICATED, LASTING",
        "403, FORBIDDEN, LASTING",
        "404, NOT_FOUND, LASTING",
        "409, CONFLICT, PASSING",
        "400, PROVIDER, LASTING",
        "422, PROVIDER, LASTING",
        "429, THROTTLED, PASSING",
        "500, PROVIDER_TROUBLED, PASSING",
        "503, PROVIDER_TROUBLED, PASSING",
        "504, TIMEOUT, PASSING"
    })
    void anAnswerIsCalledByItsName(int status, ErrorCode code, FailureClassifier trouble) {
        ButlerException told = HarvesterErrorMapper.translate("making the volume x", answer(status, "some words"));

        assertThat(told.code()).isEqualTo(code);
        assertThat(FailureClassifier.of(told)).isEqualTo(trouble);
        assertThat(told).hasMessage("Making the volume x failed: Harvester responded with %d, some words.", status);
        assertThat(told.hint()).isNotBlank();
    }

    @ParameterizedTest
    @CsvSource({
        "403, 'pvc is forbidden: exceeded quota: default, requested: requests.storage=40Gi'",
        "400, 'admission webhook denied the request: vm has insufficient resources in the resource quota'"
    })
    void aQuotaIsNotTakenForAMissingPermission(int status, String message) {
        assertThat(HarvesterErrorMapper.translate("making", answer(status, message))
                        .code())
                .isEqualTo(ErrorCode.QUOTA);
    }

    @Test
    void noAnswerAtAllIsUnreachable() {
        KubernetesClientException failure =
                new KubernetesClientException("broken", new IOException("connection reset"));

        assertThat(HarvesterErrorMapper.translate("reading", failure).code()).isEqualTo(ErrorCode.UNREACHABLE);
    }

    @Test
    void aLongAnswerIsCut() {
        ButlerException told = HarvesterErrorMapper.translate("reading", answer(500, "x".repeat(100_000)));

        assertThat(told.getMessage()).hasSizeLessThan(600);
    }

    @Test
    void aboutSecretsTheServersWordsAreNotRepeated() {
        ButlerException told = HarvesterErrorMapper.translateSecretly(
                "making the secret x", answer(422, "data.userdata: Invalid value: \"canary\""));

        assertThat(told).hasNoCause().hasMessageNotContaining("canary").hasMessageContaining("Invalid");
        assertThat(told.code()).isEqualTo(ErrorCode.PROVIDER);
    }

    private static KubernetesClientException answer(int status, String message) {
        return new KubernetesClientException(new StatusBuilder()
                .withCode(status)
                .withReason("Invalid")
                .withMessage(message)
                .build());
    }
}
