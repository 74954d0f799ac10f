package dev.butlerlabs.core.provider.azure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import dev.butlerlabs.core.provider.rest.ListPage;
import dev.butlerlabs.core.provider.rest.OperationPoller;
import dev.butlerlabs.core.provider.rest.OperationStatus;
import dev.butlerlabs.core.provider.rest.RestClient;
import dev.butlerlabs.core.provider.rest.RestRequest;
import dev.butlerlabs.core.provider.rest.RestResponse;
import dev.butlerlabs.core.provider.rest.SecretRedactor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Client for Azure Resource Manager. Creations and changes are sent once, with a condition: the caller reads the resource before it
 * tries again. Long-running operations are not awaited; the state of their resource shows how they end. Thread-safe.
 */
final class ArmClient implements AutoCloseable {
    private static final String API_VERSION = "api-version";
    private static final int ACCEPTED = 202;

    private final RestClient rest;

    ArmClient(RestClient rest) {
        this.rest = rest;
    }

    SecretRedactor redactor() {
        return rest.redactor();
    }

    JsonNode get(String path, String api, Map<String, String> parameters) {
        return accepted("read " + title(path), send(request(RestRequest.get(path), api, parameters)), redactor());
    }

    /**
     * Returns a resource.
     *
     * @return empty if it does not exist
     * @throws ButlerException with NOT_FOUND if its resource group or subscription does not exist
     */
    Optional<JsonNode> find(String path, String api, Map<String, String> parameters) {
        RestResponse response = send(request(RestRequest.get(path), api, parameters));
        return !response.isSuccess() && ArmError.of(response).isAbsence()
                ? Optional.empty()
                : Optional.of(accepted("read " + title(path), response, redactor()));
    }

    List<JsonNode> list(String path, String api, Map<String, String> parameters) {
        RestRequest first = request(RestRequest.get(path), api, parameters);
        return ListPage.readAll(
                next -> page("list " + title(path), next.map(RestRequest::get).orElse(first)));
    }

    private ListPage page(String purpose, RestRequest request) {
        JsonNode body = accepted(purpose, send(request), redactor());
        return new ListPage(JsonDocument.items(body.path("value")).toList(), JsonDocument.text(body, "/nextLink"));
    }

    /** Creates a resource that must not exist yet. */
    ArmResult create(String path, String api, JsonNode body) {
        return put(path, api, body, Map.of("If-None-Match", "*"));
    }

    /** Replaces a resource that must not have changed since it was read. */
    ArmResult replace(String path, String api, JsonNode body, String etag) {
        return put(path, api, body, etag.isBlank() ? Map.of() : Map.of("If-Match", etag));
    }

    private ArmResult put(String path, String api, JsonNode body, Map<String, String> conditions) {
        RestRequest request = request(RestRequest.put(path).withJson(body), api, Map.of());
        for (Map.Entry<String, String> condition : conditions.entrySet()) {
            request = request.withHeader(condition.getKey(), condition.getValue());
        }
        return new ArmResult(send(request));
    }

    /** Requests the deletion of a resource. Succeeds if it does not exist. */
    void delete(String path, String api) {
        RestResponse response = send(request(RestRequest.delete(path).asRepeatable(), api, Map.of()));
        if (!response.isSuccess() && !ArmError.of(response).isAbsence()) {
            throw ArmError.of(response).exception("delete " + title(path), redactor());
        }
    }

    /**
     * Performs an action on a resource and waits for its result.
     *
     * @throws ButlerException with TIMEOUT if it takes longer than the poller permits
     */
    JsonNode perform(String purpose, RestRequest action, String api, OperationPoller poller) {
        RestResponse response = send(request(action, api, Map.of()));
        JsonNode immediate = accepted(purpose, response, redactor());
        Optional<String> operation = response.header("Location").or(() -> response.header("Azure-AsyncOperation"));
        if (response.status() != ACCEPTED || operation.isEmpty()) {
            return immediate;
        }
        return switch (poller.await(() -> status(purpose, operation.get()))) {
            case OperationStatus.Succeeded succeeded -> succeeded.result();
            case OperationStatus.Failed failed ->
                throw ArmError.of(failed.error()).exception(purpose, redactor());
            case OperationStatus.InProgress _ ->
                throw new ButlerException(
                        ErrorCode.TIMEOUT, "Azure did not %s within the time limit.".formatted(purpose));
        };
    }

    /** Reads an operation: its own state, or its result when it has ended. */
    private OperationStatus status(String purpose, String url) {
        RestResponse response = send(RestRequest.get(url));
        JsonNode body = accepted(purpose, response, redactor());
        return switch (body.path("status").asText(response.status() == ACCEPTED ? "InProgress" : "")) {
            case "Succeeded" -> new OperationStatus.Succeeded(body.at("/properties/output"));
            case "" -> new OperationStatus.Succeeded(body);
            case "Failed", "Canceled" -> new OperationStatus.Failed(body.path("error"));
            default -> new OperationStatus.InProgress();
        };
    }

    private static RestRequest request(RestRequest request, String api, Map<String, String> parameters) {
        RestRequest complete = request.withParameter(API_VERSION, api);
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            complete = complete.withParameter(parameter.getKey(), parameter.getValue());
        }
        return complete;
    }

    private RestResponse send(RestRequest request) {
        return rest.send(
                request.withHeader("x-ms-client-request-id", UUID.randomUUID().toString()));
    }

    private JsonNode accepted(String purpose, RestResponse response, SecretRedactor redactor) {
        if (!response.isSuccess()) {
            throw ArmError.of(response).exception(purpose, redactor);
        }
        return response.json()
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.PROVIDER_TROUBLED,
                        "%s does not provide the Azure Resource Manager API.".formatted(rest.server()),
                        "Check endpoint in the settings."));
    }

    /** Returns the type and name at the end of a path. */
    private static String title(String path) {
        String[] segments = path.split("/", -1);
        return segments.length < 2 ? path : segments[segments.length - 2] + "/" + segments[segments.length - 1];
    }

    @Override
    public void close() {
        rest.close();
    }

    /** The response to a creation or change. */
    record ArmResult(RestResponse response) {
        boolean isSuccess() {
            return response.isSuccess();
        }

        JsonNode body() {
            return response.json().orElseGet(JsonDocument::object);
        }

        /** Returns the error; call only if the request did not succeed. */
        ArmError error() {
            return ArmError.of(response);
        }
    }
}
