package dev.butlerlabs.sim.gcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.http.HttpApiResponse;

/** An error response of a Google API. */
final class GcpApiError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String reason;

    GcpApiError(int status, String reason, String message) {
        super(message);
        this.status = status;
        this.reason = reason;
    }

    static GcpApiError invalid(String message) {
        return new GcpApiError(400, "invalid", message);
    }

    static GcpApiError invalidValue(String field, String value) {
        return invalid("Invalid value for field '%s': '%s'.".formatted(field, value));
    }

    static GcpApiError notFound(String path) {
        return new GcpApiError(404, "notFound", "The resource '%s' was not found".formatted(path));
    }

    static GcpApiError exists(String path) {
        return new GcpApiError(409, "alreadyExists", "The resource '%s' already exists".formatted(path));
    }

    static GcpApiError inUse(String path, String user) {
        return new GcpApiError(
                400,
                "resourceInUseByAnotherResource",
                "The resource '%s' is already being used by '%s'".formatted(path, user));
    }

    HttpApiResponse response() {
        ObjectNode body = GcpJson.object();
        ObjectNode error = body.putObject("error").put("code", status).put("message", getMessage());
        error.putArray("errors")
                .addObject()
                .put("message", getMessage())
                .put("domain", reason.endsWith("LimitExceeded") ? "usageLimits" : "global")
                .put("reason", reason);
        if (status == 401) {
            error.put("status", "UNAUTHENTICATED");
        }
        return HttpApiResponse.json(status, GcpJson.text(body));
    }
}
