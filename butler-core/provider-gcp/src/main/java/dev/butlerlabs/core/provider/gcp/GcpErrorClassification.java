package dev.butlerlabs.core.provider.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import dev.butlerlabs.core.provider.rest.SecretRedactor;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Translates errors of Compute Engine to {@link ButlerException}: errors of HTTP responses with their reasons, and errors of operations,
 * which fail after their request was accepted.
 */
final class GcpErrorClassification {
    static final String UNAUTHENTICATED_HINT =
            "Check that the service account key exists and is not disabled, and check the clock of this machine.";

    private static final Set<String> NO_ROOM_IN_ZONE = Set.of(
            "ZONE_RESOURCE_POOL_EXHAUSTED",
            "ZONE_RESOURCE_POOL_EXHAUSTED_WITH_DETAILS",
            "RESOURCE_POOL_EXHAUSTED",
            "stockout");

    private GcpErrorClassification() {}

    /** Returns the failure of a request. */
    static ButlerException ofResponse(String server, int status, Optional<JsonNode> body, SecretRedactor redactor) {
        JsonNode error = body.map(tree -> tree.path("error")).orElseGet(JsonDocument::object);
        List<String> reasons = Stream.concat(
                        JsonDocument.items(error.path("errors"))
                                .map(item -> item.path("reason").asText("")),
                        JsonDocument.items(error.path("details"))
                                .map(item -> item.path("reason").asText("")))
                .filter(reason -> !reason.isBlank())
                .distinct()
                .toList();
        ErrorCode code = code(status, reasons);
        String text = JsonDocument.text(error, "/message")
                .map(message -> ": " + redactor.clean(message))
                .orElse(".");
        return new ButlerException(
                code, "%s %s%s".formatted(server, sentence(code, reasons), text), hint(code, reasons));
    }

    private static ErrorCode code(int status, List<String> reasons) {
        return reasons.stream()
                .map(GcpErrorClassification::codeOf)
                .flatMap(Optional::stream)
                .findFirst()
                .orElseGet(() -> codeOf(status));
    }

    /** Returns the code of a reason in a response or of a code in an operation; the two vocabularies do not overlap. */
    private static Optional<ErrorCode> codeOf(String reason) {
        return Optional.ofNullable(
                switch (reason) {
                    case "rateLimitExceeded",
                            "userRateLimitExceeded",
                            "RATE_LIMIT_EXCEEDED",
                            "RESOURCE_OPERATION_RATE_EXCEEDED" -> ErrorCode.THROTTLED;
                    case "quotaExceeded", "limitExceeded", "QUOTA_EXCEEDED", "LIMIT_EXCEEDED", "IP_SPACE_EXHAUSTED" ->
                        ErrorCode.QUOTA;
                    case "accessNotConfigured", "SERVICE_DISABLED", "forbidden", "IAM_PERMISSION_DENIED", "FORBIDDEN" ->
                        ErrorCode.FORBIDDEN;
                    case "alreadyExists",
                            "resourceInUseByAnotherResource",
                            "resourceNotReady",
                            "conditionNotMet",
                            "RESOURCE_ALREADY_EXISTS",
                            "RESOURCE_IN_USE_BY_ANOTHER_RESOURCE",
                            "RESOURCE_NOT_READY",
                            "CONDITION_NOT_MET" -> ErrorCode.CONFLICT;
                    case "notFound", "RESOURCE_NOT_FOUND" -> ErrorCode.NOT_FOUND;
                    case "ZONE_RESOURCE_POOL_EXHAUSTED",
                            "ZONE_RESOURCE_POOL_EXHAUSTED_WITH_DETAILS",
                            "RESOURCE_POOL_EXHAUSTED",
                            "stockout",
                            "INTERNAL_ERROR",
                            "backendError" -> ErrorCode.PROVIDER_TROUBLED;
                    default -> null;
                });
    }

    private static ErrorCode codeOf(int status) {
        return switch (status) {
            case 401 -> ErrorCode.UNAUTHENTICATED;
            case 403 -> ErrorCode.FORBIDDEN;
            case 404 -> ErrorCode.NOT_FOUND;
            case 409, 412 -> ErrorCode.CONFLICT;
            case 408, 429 -> ErrorCode.THROTTLED;
            default -> status >= 500 ? ErrorCode.PROVIDER_TROUBLED : ErrorCode.PROVIDER;
        };
    }

    /**
     * Returns the failure of an operation.
     *
     * @param purpose what the operation was to do, such as {@code create the instance demo-cp-0}
     */
    static ButlerException ofOperation(String purpose, JsonNode error, SecretRedactor redactor) {
        List<String> codes = codes(error);
        ErrorCode code = codes.stream()
                .map(GcpErrorClassification::codeOf)
                .flatMap(Optional::stream)
                .findFirst()
                .orElse(ErrorCode.PROVIDER);
        String text = JsonDocument.items(error.path("errors"))
                .map(item -> item.path("message").asText(item.path("code").asText("")))
                .distinct()
                .collect(Collectors.joining("; "));
        return new ButlerException(
                code,
                "Google Cloud failed to %s: %s%s"
                        .formatted(
                                purpose,
                                redactor.clean(text.isBlank() ? "no reason reported" : text),
                                quota(error).map(" (%s)"::formatted).orElse("")),
                hint(code, codes));
    }

    static List<String> codes(JsonNode error) {
        return JsonDocument.items(error.path("errors"))
                .map(item -> item.path("code").asText(""))
                .toList();
    }

    /** Returns the exceeded quota of a failed operation with its limit. */
    private static Optional<String> quota(JsonNode error) {
        return JsonDocument.items(error.path("errors"))
                .flatMap(item -> JsonDocument.items(item.path("errorDetails")))
                .map(detail -> detail.path("quotaInfo"))
                .filter(info -> info.hasNonNull("metricName") || info.hasNonNull("limitName"))
                .map(info -> "quota %s, limit %s"
                        .formatted(
                                info.path("limitName")
                                        .asText(info.path("metricName").asText("")),
                                info.path("limit").asText("unknown")))
                .findFirst();
    }

    /** Returns whether another zone can have room. */
    static boolean isNoRoomInZone(List<String> codes) {
        return codes.stream().anyMatch(NO_ROOM_IN_ZONE::contains);
    }

    private static String sentence(ErrorCode code, List<String> reasons) {
        if (isDisabled(reasons)) {
            return "denied the request: the API is not enabled in the project";
        }
        return switch (code) {
            case UNAUTHENTICATED -> "rejected the access token";
            case FORBIDDEN -> "denied the request: a permission is missing";
            case NOT_FOUND -> "returned not found";
            case CONFLICT -> "reported a conflict with another resource or operation";
            case THROTTLED -> "rejected the request: rate limit exceeded";
            case PROVIDER_TROUBLED -> "reported a temporary error";
            case QUOTA -> "rejected the request: quota exceeded";
            default -> "rejected the request";
        };
    }

    private static boolean isDisabled(List<String> reasons) {
        return reasons.contains("accessNotConfigured") || reasons.contains("SERVICE_DISABLED");
    }

    static String hint(ErrorCode code, List<String> reasons) {
        if (isDisabled(reasons)) {
            return "Enable it with: gcloud services enable compute.googleapis.com --project PROJECT";
        }
        if (isNoRoomInZone(reasons)) {
            return "Google has no capacity for this machine type. Butler retries automatically, in another zone if zone is not set. Use another machineType or region.";
        }
        return switch (code) {
            case UNAUTHENTICATED -> UNAUTHENTICATED_HINT;
            case FORBIDDEN ->
                "Grant the service account the permission in the message. configs/permissions/gcp-role.yaml lists all permissions.";
            case NOT_FOUND ->
                "Compare project, network, subnetwork, image and machine type in the settings with those in Google Cloud.";
            case QUOTA ->
                reasons.contains("IP_SPACE_EXHAUSTED")
                        ? "The subnetwork has no free addresses. Use a larger one."
                        : "Request a higher quota in the Google Cloud console (IAM & Admin, Quotas), or use smaller or fewer machines.";
            case PROVIDER -> "See the message of Google Cloud. The settings are described in docs/providers/gcp.md.";
            default -> code.remedy();
        };
    }
}
