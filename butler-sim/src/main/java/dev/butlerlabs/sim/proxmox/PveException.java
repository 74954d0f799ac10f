package dev.butlerlabs.sim.proxmox;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.http.HttpApiResponse;
import java.util.Map;
import java.util.TreeMap;

/** An error response of the API, or the failure of a task. */
final class PveException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final transient Map<String, String> errors;

    private PveException(int status, String message, Map<String, String> errors) {
        super(message);
        this.status = status;
        this.errors = new TreeMap<>(errors);
    }

    /** Returns a refusal of a call. Most have status 500. */
    static PveException died(String message) {
        return new PveException(500, message, Map.of());
    }

    static PveException parameters(Map<String, String> errors) {
        return new PveException(400, "Parameter verification failed.", errors);
    }

    static PveException parameter(String name, String problem) {
        return parameters(Map.of(name, problem));
    }

    static PveException missing(String node, int vmId) {
        return died("Configuration file 'nodes/%s/qemu-server/%d.conf' does not exist".formatted(node, vmId));
    }

    /** Returns a rejected login. Its response has no body. */
    static PveException unauthenticated(String message) {
        return new PveException(401, message, Map.of());
    }

    static PveException forbidden(String path, String privilege) {
        return new PveException(403, "Permission check failed (%s, %s)".formatted(path, privilege), Map.of());
    }

    static PveException unknownPath(String method, String path) {
        return new PveException(501, "Method '%s %s' not implemented".formatted(method, path), Map.of());
    }

    /** Returns the failure of the API to connect to another node. Its response has no body. */
    static PveException unreachable() {
        return new PveException(595, "No route to host", Map.of());
    }

    HttpApiResponse response() {
        if (status == 401 || status == 595) {
            return HttpApiResponse.of(status, "text/plain", "");
        }
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.putNull("data");
        body.put("message", getMessage() + "\n");
        if (!errors.isEmpty()) {
            ObjectNode details = body.putObject("errors");
            errors.forEach((name, problem) -> details.put(name, problem + "\n"));
        }
        return HttpApiResponse.of(status, "application/json;charset=UTF-8", body.toString());
    }
}
