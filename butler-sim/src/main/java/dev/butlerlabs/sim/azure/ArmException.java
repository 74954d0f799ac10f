package dev.butlerlabs.sim.azure;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.http.HttpApiResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** An error of Azure Resource Manager. */
final class ArmException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;

    ArmException(int status, String code, String message) {
        super(message);
        this.status = status;
        this.code = code;
    }

    static ArmException absent(String what) {
        return new ArmException(404, "ResourceNotFound", "The Resource '%s' was not found.".formatted(what));
    }

    static ArmException invalid(String code, String message) {
        return new ArmException(400, code, message);
    }

    String code() {
        return code;
    }

    HttpApiResponse response() {
        ObjectNode error = JsonNodeFactory.instance.objectNode();
        error.putObject("error").put("code", code).put("message", getMessage());
        Map<String, String> headers = new HashMap<>(Map.of(
                "Content-Type",
                "application/json; charset=utf-8",
                "x-ms-request-id",
                UUID.randomUUID().toString()));
        if (status == 429) {
            headers.put("Retry-After", "1");
            headers.put("x-ms-ratelimit-remaining-resource", "Microsoft.Compute/PutVM3Min;0");
        }
        if (status == 401) {
            headers.put(
                    "WWW-Authenticate",
                    "Bearer authorization_uri=\"https://login.windows.net/\", error=\"invalid_token\", error_description=\"%s\""
                            .formatted(getMessage()));
        }
        return new HttpApiResponse(status, headers, error.toString().getBytes(StandardCharsets.UTF_8));
    }
}
