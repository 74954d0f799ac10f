package dev.butlerlabs.core.embedded.status;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** An error response, with the status code, reason, message and details of kube-apiserver. */
public final class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;
    private final String reason;
    private final transient ApiStatusDetails details;
    private final String next;

    public ApiException(int code, String reason, String message, ApiStatusDetails details) {
        this(code, reason, message, details, "");
    }

    private ApiException(int code, String reason, String message, ApiStatusDetails details, String next) {
        super(message, null, false, false);
        this.code = code;
        this.reason = reason;
        this.details = details;
        this.next = next;
    }

    public static ApiException badRequest(String message) {
        return new ApiException(400, "BadRequest", message, ApiStatusDetails.ABSENT);
    }

    public static ApiException unauthorized() {
        return new ApiException(401, "Unauthorized", "Unauthorized", ApiStatusDetails.ABSENT);
    }

    public static ApiException notFound(ApiStatusSubject subject) {
        return new ApiException(404, "NotFound", subject + " not found", ApiStatusDetails.of(subject));
    }

    /** An eviction that a PodDisruptionBudget does not allow. */
    public static ApiException tooManyDisruptions(String budget) {
        return new ApiException(
                429,
                "TooManyRequests",
                "Cannot evict pod as it would violate the pod's disruption budget.",
                new ApiStatusDetails(
                        ApiStatusSubject.NONE, "", List.of(new ApiStatusCause("DisruptionBudget", budget, "")), 0));
    }

    /** The path does not match a served resource. */
    public static ApiException unknownResource() {
        return new ApiException(
                404,
                "NotFound",
                "the server could not find the requested resource",
                ApiStatusDetails.of(ApiStatusSubject.NONE));
    }

    public static ApiException methodNotAllowed() {
        return new ApiException(
                405,
                "MethodNotAllowed",
                "the server does not allow this method on the requested resource",
                ApiStatusDetails.of(ApiStatusSubject.NONE));
    }

    public static ApiException notAcceptable(List<String> accepted) {
        return new ApiException(
                406,
                "NotAcceptable",
                "only the following media types are accepted: " + String.join(", ", accepted),
                ApiStatusDetails.ABSENT);
    }

    public static ApiException unsupportedMediaType(List<String> accepted) {
        return new ApiException(
                415,
                "UnsupportedMediaType",
                "the body of the request was in an unknown format - accepted media types include: "
                        + String.join(", ", accepted),
                ApiStatusDetails.ABSENT);
    }

    public static ApiException alreadyExists(ApiStatusSubject subject) {
        return alreadyExists(subject, "");
    }

    /** The name is in use; the remark precedes the message. */
    public static ApiException alreadyExists(ApiStatusSubject subject, String remark) {
        return new ApiException(
                409, "AlreadyExists", remark + subject + " already exists", ApiStatusDetails.of(subject));
    }

    public static ApiException conflict(ApiStatusSubject subject, String why) {
        String message = "Operation cannot be fulfilled on " + subject + ": " + why;
        return new ApiException(409, "Conflict", message, ApiStatusDetails.of(subject));
    }

    /** The object was changed by a concurrent write. */
    public static ApiException modified(ApiStatusSubject subject) {
        return conflict(
                subject, "the object has been modified; please apply your changes to the latest version and try again");
    }

    /** The requested resource version is no longer available. */
    public static ApiException expired(String message) {
        return new ApiException(410, "Expired", message, ApiStatusDetails.ABSENT);
    }

    public static ApiException tooLarge(long limit) {
        String message =
                limit < 0 ? "request entity is too large" : "Request entity is too large: limit is %d".formatted(limit);
        return new ApiException(413, "RequestEntityTooLarge", message, ApiStatusDetails.ABSENT);
    }

    /** An authenticated user without permission. */
    public static ApiException forbiddenTo(String user, String verb, String path) {
        String message = "forbidden: User \"%s\" cannot %s path \"%s\"".formatted(user, verb, path);
        return new ApiException(403, "Forbidden", message, ApiStatusDetails.of(ApiStatusSubject.NONE));
    }

    public static ApiException forbidden(ApiStatusSubject subject, String why) {
        return new ApiException(403, "Forbidden", subject + " is forbidden: " + why, ApiStatusDetails.of(subject));
    }

    /** The requested resource version is in the future. */
    public static ApiException futureVersion(long wanted, long current) {
        String message = "Too large resource version: %d, current: %d".formatted(wanted, current);
        ApiStatusCause cause = new ApiStatusCause("ResourceVersionTooLarge", "Too large resource version", "");
        return new ApiException(
                504, "Timeout", message, new ApiStatusDetails(ApiStatusSubject.NONE, "", List.of(cause), 1));
    }

    /** The store rejected a write; like kube-apiserver with etcd, the message is passed on without a reason. */
    public static ApiException storeRefused(String message) {
        return new ApiException(500, "", message, ApiStatusDetails.ABSENT);
    }

    /** The requested operation exists in a cluster but not in this server. */
    public static ApiException notSupported(String message) {
        return new ApiException(501, "NotImplemented", message, ApiStatusDetails.of(ApiStatusSubject.NONE));
    }

    /** The server cannot answer now, such as during its shutdown. */
    public static ApiException unavailable(String message) {
        return new ApiException(503, "ServiceUnavailable", message, ApiStatusDetails.ABSENT);
    }

    public static ApiException internal(String message) {
        ApiStatusCause cause = new ApiStatusCause("", message, "");
        return new ApiException(
                500,
                "InternalError",
                "Internal error occurred: " + message,
                new ApiStatusDetails(ApiStatusSubject.NONE, "", List.of(cause), 0));
    }

    /** An object with invalid fields; the subject contains the kind, not the resource. */
    public static ApiException invalid(ApiStatusSubject subject, List<FieldError> errors) {
        List<ApiStatusCause> causes = errors.stream()
                .map(error -> new ApiStatusCause(error.reason(), error.message(), error.path()))
                .toList();
        return new ApiException(
                422,
                "Invalid",
                subject + " is invalid: " + summary(errors),
                new ApiStatusDetails(subject, "", causes, 0));
    }

    private static String summary(List<FieldError> errors) {
        List<String> sentences =
                errors.stream().map(FieldError::toString).distinct().toList();
        return sentences.size() == 1
                ? sentences.getFirst()
                : sentences.stream().collect(Collectors.joining(", ", "[", "]"));
    }

    public int code() {
        return code;
    }

    public String reason() {
        return reason;
    }

    /** Returns a copy with a token with which the client can continue the list. */
    public ApiException withContinue(String token) {
        return new ApiException(code, reason, getMessage(), details, token);
    }

    /** Returns a copy with more causes. */
    public ApiException withCauses(List<ApiStatusCause> causes) {
        List<ApiStatusCause> all = new ArrayList<>(details.causes());
        all.addAll(causes);
        ApiStatusSubject subject = details.present() ? details.subject() : ApiStatusSubject.NONE;
        return new ApiException(code, reason, getMessage(), new ApiStatusDetails(subject, details.uid(), all, 0));
    }

    /** Returns the Status object of the response. */
    public ObjectNode toStatus() {
        ObjectNode status = JsonNodeFactory.instance.objectNode();
        status.put("kind", "Status").put("apiVersion", "v1");
        ObjectNode metadata = status.putObject("metadata");
        if (!next.isEmpty()) {
            metadata.put("continue", next);
        }
        status.put("status", "Failure").put("message", getMessage());
        if (!reason.isEmpty()) {
            status.put("reason", reason);
        }
        if (details.present()) {
            status.set("details", details.toJson());
        }
        return status.put("code", code);
    }
}
