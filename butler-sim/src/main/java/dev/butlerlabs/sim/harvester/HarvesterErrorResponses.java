package dev.butlerlabs.sim.harvester;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.http.HttpApiResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Error responses of a Harvester cluster. */
final class HarvesterErrorResponses {
    private static final ObjectMapper JSON = new ObjectMapper();

    private HarvesterErrorResponses() {}

    static HttpApiResponse unauthorized() {
        return status(401, "Unauthorized", "Unauthorized");
    }

    static HttpApiResponse internalError() {
        return status(500, "InternalError", "Internal error occurred: etcdserver: request timed out");
    }

    static HttpApiResponse throttled() {
        HttpApiResponse response = status(429, "TooManyRequests", "Too many requests, please try again later.");
        return new HttpApiResponse(
                response.status(), Map.of("Content-Type", "application/json", "Retry-After", "1"), response.body());
    }

    static HttpApiResponse exceededQuota(String machine) {
        return status(
                403,
                "Forbidden",
                "virtualmachines.kubevirt.io \"%s\" is forbidden: exceeded quota: default-quota, requested: %s=1"
                        .formatted(machine, "count/virtualmachines.kubevirt.io"));
    }

    static HttpApiResponse attachedVolume(String volume, ResourceKey machine) {
        return status(
                422,
                "Invalid",
                ("admission webhook \"validator.harvesterhci.io\" denied the request:"
                                + " can not delete the volume %s which is currently attached to VM: %s")
                        .formatted(volume, machine));
    }

    static HttpApiResponse deniedByHarvester(String problem) {
        return status(422, "Invalid", "admission webhook \"validator.harvesterhci.io\" denied the request: " + problem);
    }

    static HttpApiResponse conflict(String problem) {
        return status(
                409, "Conflict", "admission webhook \"validator.harvesterhci.io\" denied the request: " + problem);
    }

    static HttpApiResponse deniedByKubeVirt(List<String> problems) {
        return status(
                422,
                "Invalid",
                "admission webhook \"virtualmachine-validator.kubevirt.io\" denied the request: "
                        + String.join(", ", problems));
    }

    private static HttpApiResponse status(int code, String reason, String message) {
        ObjectNode status = JSON.createObjectNode()
                .put("kind", "Status")
                .put("apiVersion", "v1")
                .put("status", "Failure")
                .put("message", message)
                .put("reason", reason)
                .put("code", code);
        return new HttpApiResponse(
                code,
                Map.of("Content-Type", "application/json"),
                status.toString().getBytes(StandardCharsets.UTF_8));
    }
}
