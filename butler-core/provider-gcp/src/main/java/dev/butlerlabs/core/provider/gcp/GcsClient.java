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
import dev.butlerlabs.core.provider.rest.TlsContexts;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublisher;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Client for the JSON API of Cloud Storage. Thread-safe. */
final class GcsClient implements AutoCloseable {
    private static final URI GOOGLE = URI.create("https://storage.googleapis.com");
    /** Also the time for one chunk of an upload. */
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private static final String BUCKETS = "/storage/v1/b";
    private static final String UPLOADS = "/upload/storage/v1/b";
    private static final int NOT_FOUND = 404;

    private final String project;
    private final RestClient rest;

    GcsClient(GcpSettings settings, GoogleAuthentication authentication) {
        this.project = settings.project();
        this.rest = new RestClient(
                new RestServer("Cloud Storage", settings.endpoint().orElse(GOOGLE), Optional.empty(), ""),
                authentication,
                TlsContexts.common(),
                RestClientOptions.withTimeout(TIMEOUT));
    }

    /** Returns the buckets of the project whose names start with a prefix. Buckets of other projects are never listed. */
    List<JsonNode> buckets(String prefix) {
        return ListPage.readAll(token -> {
            RestRequest request =
                    RestRequest.get(BUCKETS).withParameter("project", project).withParameter("prefix", prefix);
            JsonNode page =
                    accepted(rest.send(token.isPresent() ? request.withParameter("pageToken", token.get()) : request));
            return new ListPage(
                    JsonDocument.items(page.path("items")).toList(), JsonDocument.text(page, "/nextPageToken"));
        });
    }

    /** Creates a bucket. Sent once: the caller lists the buckets before it tries again. */
    void createBucket(JsonNode body) {
        accepted(rest.send(
                RestRequest.post(BUCKETS).withParameter("project", project).withJson(body)));
    }

    /** Returns the metadata of an object; empty if the object or its bucket does not exist. */
    Optional<JsonNode> findObject(GcsObject object) {
        RestResponse response = rest.send(RestRequest.get(path(object)));
        return response.status() == NOT_FOUND ? Optional.empty() : Optional.of(accepted(response));
    }

    /** Deletes an object. Succeeds if it does not exist. */
    void deleteObject(GcsObject object) {
        RestResponse response = rest.send(RestRequest.delete(path(object)).asRepeatable());
        if (response.status() != NOT_FOUND) {
            accepted(response);
        }
    }

    private static String path(GcsObject object) {
        return "%s/%s/o/%s".formatted(BUCKETS, RestRequest.encode(object.bucket()), RestRequest.encode(object.name()));
    }

    /**
     * Starts an upload session. The object exists when its last byte was received, and then replaces an earlier one.
     *
     * @param generation generation of the earlier object; 0 if there must be none
     * @return URL of the session, which permits the upload to anyone: never log it
     */
    String startUpload(GcsObject object, JsonNode metadata, long length, String generation) {
        RestResponse response = rest.send(RestRequest.post(UPLOADS + "/" + RestRequest.encode(object.bucket()) + "/o")
                .withParameter("uploadType", "resumable")
                .withParameter("name", object.name())
                .withParameter("ifGenerationMatch", generation)
                .withHeader("X-Upload-Content-Type", "application/gzip")
                .withHeader("X-Upload-Content-Length", Long.toString(length))
                .withJson(metadata)
                // A second session without content has no effect.
                .asRepeatable());
        accepted(response);
        return response.header("Location")
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.PROVIDER_TROUBLED, "%s did not start an upload.".formatted(rest.server())));
    }

    /** Sends a part of an upload, or reads its state. Sent once: the state shows what was received. */
    RestResponse sendPart(String session, String contentRange, BodyPublisher body) {
        return rest.send(new RestRequest("PUT", session, Map.of("Content-Range", contentRange), body, false));
    }

    void cancelUpload(String session) {
        rest.send(RestRequest.delete(session));
    }

    JsonNode accepted(RestResponse response) {
        if (!response.isSuccess()) {
            throw GcpErrorClassification.ofResponse(
                    rest.server().toString(), response.status(), response.json(), rest.redactor());
        }
        return response.json()
                .filter(JsonNode::isObject)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.PROVIDER_TROUBLED, "%s did not return JSON.".formatted(rest.server())));
    }

    @Override
    public void close() {
        rest.close();
    }
}
