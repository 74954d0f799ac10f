package dev.butlerlabs.core.provider.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import dev.butlerlabs.core.provider.rest.ListPage;
import dev.butlerlabs.core.provider.rest.RestClient;
import dev.butlerlabs.core.provider.rest.RestClientOptions;
import dev.butlerlabs.core.provider.rest.RestRequest;
import dev.butlerlabs.core.provider.rest.RestResponse;
import dev.butlerlabs.core.provider.rest.RestServer;
import dev.butlerlabs.core.provider.rest.SecretRedactor;
import dev.butlerlabs.core.provider.rest.TlsContexts;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Client for the v1 API of Compute Engine. Paths are relative to the project, unless they start with {@code projects/}. Thread-safe.
 *
 * <p>Requests with a request ID are retried after transient failures: Compute Engine returns the same operation for the same ID.
 */
final class GcpClient implements AutoCloseable {
    private static final URI GOOGLE = URI.create("https://compute.googleapis.com");
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final String API = "/compute/v1/";
    private static final int NOT_FOUND = 404;
    private static final String TRUST_HINT =
            "Add the CA of the endpoint to the trust store of the Java runtime, or remove endpoint from the settings.";
    /** Warnings about scopes without resources; all others mean that a list is not complete. */
    private static final Set<String> HARMLESS = Set.of("NO_RESULTS_ON_PAGE", "DEPRECATED_RESOURCE_USED");

    private final String project;
    private final RestClient rest;

    GcpClient(GcpSettings settings, GoogleAuthentication authentication) {
        this.project = settings.project();
        this.rest = new RestClient(
                new RestServer("Compute Engine", settings.endpoint().orElse(GOOGLE), Optional.empty(), TRUST_HINT),
                authentication,
                TlsContexts.common(),
                RestClientOptions.withTimeout(TIMEOUT));
    }

    SecretRedactor redactor() {
        return rest.redactor();
    }

    String project() {
        return project;
    }

    /** Returns the path of a resource in the project, as it is used in the bodies of requests. */
    String full(String path) {
        return path.startsWith("projects/") ? path : "projects/%s/%s".formatted(project, path);
    }

    private String target(String path) {
        return API + (path.isEmpty() ? "projects/" + project : full(path));
    }

    JsonNode get(String path) {
        return accepted(rest.send(RestRequest.get(target(path))), redactor());
    }

    /**
     * Returns a resource.
     *
     * @return empty if it does not exist
     */
    Optional<JsonNode> find(String path) {
        RestResponse response = rest.send(RestRequest.get(target(path)));
        return response.status() == NOT_FOUND ? Optional.empty() : Optional.of(accepted(response, redactor()));
    }

    /** Returns the resources of a collection that match a filter, or all of them. */
    List<JsonNode> list(String path, Optional<String> filter) {
        return ListPage.readAll(token -> {
            JsonNode page = accepted(rest.send(listRequest(path, filter, token)), redactor());
            requireComplete(page);
            return new ListPage(
                    JsonDocument.items(page.path("items")).toList(), JsonDocument.text(page, "/nextPageToken"));
        });
    }

    /**
     * Returns the resources of all zones that match a filter.
     *
     * @param type name of the collection, such as {@code instances}
     * @throws ButlerException with PROVIDER_TROUBLED if a zone did not respond: a resource that is not listed could exist there
     */
    List<JsonNode> listAllZones(String type, String filter) {
        return ListPage.readAll(token -> {
            JsonNode page =
                    accepted(rest.send(listRequest("aggregated/" + type, Optional.of(filter), token)), redactor());
            requireComplete(page);
            return new ListPage(
                    page.path("items")
                            .valueStream()
                            .flatMap(scope -> scoped(scope, type))
                            .toList(),
                    JsonDocument.text(page, "/nextPageToken"));
        });
    }

    private static Stream<JsonNode> scoped(JsonNode scope, String type) {
        requireComplete(scope);
        return JsonDocument.items(scope.path(type));
    }

    private static void requireComplete(JsonNode page) {
        String code = page.at("/warning/code").asText("");
        if (page.path("unreachables").size() > 0 || (!code.isEmpty() && !HARMLESS.contains(code))) {
            throw new ButlerException(
                    ErrorCode.PROVIDER_TROUBLED,
                    "Compute Engine returned an incomplete list: %s".formatted(code.isEmpty() ? "UNREACHABLE" : code),
                    "A zone does not respond. Butler retries automatically.");
        }
    }

    private RestRequest listRequest(String path, Optional<String> filter, Optional<String> token) {
        RestRequest request = RestRequest.get(target(path));
        request = filter.isPresent() ? request.withParameter("filter", filter.get()) : request;
        return token.isPresent() ? request.withParameter("pageToken", token.get()) : request;
    }

    /** Starts an operation without a request ID. Sent once: the caller observes the state before it tries again. */
    GcpOperation post(String path, JsonNode body) {
        return GcpOperation.of(accepted(rest.send(RestRequest.post(target(path)).withJson(body)), redactor()));
    }

    /**
     * Starts an operation.
     *
     * @param redactor redacts the secrets of the body
     */
    GcpOperation post(String path, JsonNode body, GcpRequestId id, SecretRedactor redactor) {
        RestRequest request = RestRequest.post(target(path))
                .withParameter("requestId", id.value())
                .withJson(body)
                .asRepeatable();
        return GcpOperation.of(accepted(rest.send(request), redactor));
    }

    /**
     * Sends a request that returns a result instead of an operation, and changes nothing.
     *
     * @return empty if the resource does not exist
     */
    Optional<JsonNode> query(String path, JsonNode body) {
        RestResponse response =
                rest.send(RestRequest.post(target(path)).withJson(body).asRepeatable());
        return response.status() == NOT_FOUND ? Optional.empty() : Optional.of(accepted(response, redactor()));
    }

    GcpOperation patch(String path, JsonNode body) {
        return GcpOperation.of(
                accepted(rest.send(RestRequest.patch(target(path)).withJson(body)), redactor()));
    }

    /**
     * Requests the deletion of a resource. Succeeds if it does not exist. A resource that is in use or already being deleted is left
     * unchanged: the caller observes it and calls again. Has no request ID, since the same ID would return a failed operation again.
     */
    void delete(String path) {
        RestResponse response = rest.send(RestRequest.delete(target(path)).asRepeatable());
        if (response.status() == NOT_FOUND) {
            return;
        }
        try {
            accepted(response, redactor());
        } catch (ButlerException e) {
            if (e.code() != ErrorCode.CONFLICT) {
                throw e;
            }
        }
    }

    private JsonNode accepted(RestResponse response, SecretRedactor redactor) {
        if (!response.isSuccess()) {
            throw GcpErrorClassification.ofResponse(
                    rest.server().toString(), response.status(), response.json(), redactor);
        }
        return response.json()
                .filter(JsonNode::isObject)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.PROVIDER_TROUBLED,
                        "%s did not return JSON.".formatted(rest.server()),
                        "Check that endpoint in the settings is the Compute Engine API and not a proxy."));
    }

    @Override
    public void close() {
        rest.close();
    }
}
