package dev.butlerlabs.core.provider.azure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import dev.butlerlabs.core.provider.rest.RestResponse;
import dev.butlerlabs.core.provider.rest.SecretRedactor;
import java.util.Optional;
import java.util.Set;

/**
 * An error response of Azure Resource Manager.
 *
 * @param code the most specific code
 * @param correlation ID of the request for the support of Azure
 */
record ArmError(int status, String code, String message, Optional<String> correlation) {
    /** The status of errors that have none. */
    private static final int OPERATION = 409;

    /** Codes that only group the errors in their details. */
    private static final Set<String> GROUPS = Set.of("DeploymentFailed", "BadRequest", "MultipleErrorsOccurred");

    static ArmError of(RestResponse response) {
        JsonNode error = response.json().orElseGet(JsonDocument::object).path("error");
        JsonNode named = specific(error);
        return new ArmError(
                response.status(),
                named.path("code").asText(""),
                named.path("message").asText(""),
                response.header("x-ms-correlation-request-id").or(() -> response.header("x-ms-request-id")));
    }

    /** Returns the error of an operation that failed after it was accepted. */
    static ArmError of(JsonNode error) {
        JsonNode named = specific(error);
        return new ArmError(
                OPERATION, named.path("code").asText(""), named.path("message").asText(""), Optional.empty());
    }

    private static JsonNode specific(JsonNode error) {
        JsonNode detail = error.path("details").path(0);
        boolean isGroup = GROUPS.contains(error.path("code").asText(""));
        return isGroup && detail.hasNonNull("code") ? detail : error;
    }

    /** Returns whether the resource itself does not exist, rather than its group or subscription. */
    boolean isAbsence() {
        return status == 404 && Set.of("ResourceNotFound", "NotFound", "").contains(code);
    }

    /** Returns whether a condition of the request was not met: the resource exists already, or was changed. */
    boolean isPreconditionFailed() {
        return status == 412;
    }

    /**
     * Returns the error for the user.
     *
     * @param purpose completes the sentence "Azure failed to …"
     */
    ButlerException exception(String purpose, SecretRedactor redactor) {
        AzureErrorClassification classification = AzureErrorClassification.of(code, message, status);
        String words = message.isBlank() ? "HTTP status " + status : redactor.clean(message);
        return new ButlerException(
                classification.code(),
                "Azure failed to %s: %s%s%s"
                        .formatted(
                                purpose,
                                words,
                                code.isBlank() ? "" : " (" + redactor.clean(code) + ")",
                                correlation
                                        .filter(id -> id.matches("[0-9A-Za-z-]{1,64}"))
                                        .map(id -> ", correlation ID " + id)
                                        .orElse("")),
                classification.hint());
    }
}
