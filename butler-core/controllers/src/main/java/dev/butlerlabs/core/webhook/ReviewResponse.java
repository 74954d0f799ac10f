package dev.butlerlabs.core.webhook;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/**
 * The response to an AdmissionReview.
 *
 * @param denial why the change is rejected; empty if it is admitted
 * @param auditChange the change as the audit log of the API server shows it, in an annotation of its entry; empty if there is none
 */
record ReviewResponse(String uid, Optional<Denial> denial, Optional<String> auditChange) {
    /** The key of the annotation; the API server puts the name of the webhook in front of it. */
    static final String AUDIT_CHANGE = "change";

    private static final int FORBIDDEN = 403;
    private static final int UNPROCESSABLE = 422;
    private static final int FAILED = 500;

    /** A status as the API server returns it to its client. */
    record Denial(int code, String reason, String message) {}

    static ReviewResponse decided(String uid, List<String> problems) {
        return problems.isEmpty()
                ? admitted(uid, Optional.empty())
                : denied(uid, new Denial(FORBIDDEN, "Forbidden", String.join("; ", problems)));
    }

    static ReviewResponse admitted(String uid, Optional<String> auditChange) {
        return new ReviewResponse(uid, Optional.empty(), auditChange);
    }

    static ReviewResponse undecodable(String uid, String problem) {
        return denied(uid, new Denial(UNPROCESSABLE, "Invalid", problem));
    }

    /** The exception of a rule can contain secrets; it is in the log only. */
    static ReviewResponse failed(String uid, String rule) {
        String message =
                "%s failed; the log of the controllers contains the cause under review %s".formatted(rule, uid);
        return denied(uid, new Denial(FAILED, "InternalError", message));
    }

    private static ReviewResponse denied(String uid, Denial denial) {
        return new ReviewResponse(uid, Optional.of(denial), Optional.empty());
    }

    ObjectNode toJson() {
        ObjectNode review = JsonNodeFactory.instance.objectNode();
        review.put("apiVersion", ReviewRequest.API_VERSION).put("kind", ReviewRequest.KIND);
        ObjectNode response = review.putObject("response").put("uid", uid).put("allowed", denial.isEmpty());
        denial.ifPresent(status -> response.putObject("status")
                .put("code", status.code())
                .put("reason", status.reason())
                .put("message", status.message()));
        auditChange.ifPresent(change -> response.putObject("auditAnnotations").put(AUDIT_CHANGE, change));
        return review;
    }
}
