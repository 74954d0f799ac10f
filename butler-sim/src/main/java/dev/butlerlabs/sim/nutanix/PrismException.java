package dev.butlerlabs.sim.nutanix;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.http.HttpApiResponse;

/** An error response of the v3 API. */
final class PrismException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String reason;

    PrismException(int status, String reason, String message) {
        super(message);
        this.status = status;
        this.reason = reason;
    }

    static PrismException invalid(String message) {
        return new PrismException(422, "INVALID_REQUEST", message);
    }

    static PrismException unknown(String kind, String uuid) {
        return new PrismException(422, "ENTITY_NOT_FOUND", "%s %s does not exist.".formatted(kind, uuid));
    }

    static PrismException absent(String what) {
        return new PrismException(404, "ENTITY_NOT_FOUND", "The %s does not exist.".formatted(what));
    }

    HttpApiResponse response() {
        ObjectNode body =
                JsonTrees.object().put("api_version", "3.1").put("code", status).put("state", "ERROR");
        body.putArray("message_list")
                .addObject()
                .put("message", getMessage())
                .put("reason", reason)
                .putObject("details");
        return HttpApiResponse.json(status, JsonTrees.text(body));
    }
}
