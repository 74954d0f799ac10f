package dev.butlerlabs.core.provider.nutanix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ImageSource;
import dev.butlerlabs.core.provider.rest.RestClient;
import dev.butlerlabs.core.provider.rest.RestClientOptions;
import dev.butlerlabs.core.provider.rest.RestRequest;
import dev.butlerlabs.core.provider.rest.RestResponse;
import dev.butlerlabs.core.provider.rest.SecretRedactor;
import dev.butlerlabs.core.provider.rest.UploadedContent;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Client for the v3 API of Prism Central. Requests are not retried: the caller observes the state before it tries again.
 * Thread-safe.
 */
final class PrismClient implements AutoCloseable {
    private static final int NOT_FOUND = 404;
    private static final Duration UPLOAD_TIMEOUT = Duration.ofHours(2);

    private final PrismEndpoint endpoint;
    private final RestClient rest;
    private final RestClient uploads;

    PrismClient(PrismEndpoint endpoint, PrismLogin login, SSLContext tls, Duration timeout) {
        this.endpoint = endpoint;
        this.rest = new RestClient(
                endpoint.server(),
                login.authentication(),
                tls,
                RestClientOptions.withTimeout(timeout).withoutRetries());
        this.uploads = new RestClient(
                endpoint.server(),
                login.authentication(),
                tls,
                RestClientOptions.withTimeout(UPLOAD_TIMEOUT).withoutRetries());
    }

    /** Returns the redactor for texts of this Prism Central. */
    SecretRedactor echo() {
        return rest.redactor();
    }

    JsonNode get(String path) {
        return accepted(rest.send(RestRequest.get(path)), echo());
    }

    /**
     * Returns an entity.
     *
     * @return empty if it does not exist
     */
    Optional<JsonNode> find(String path) {
        RestResponse answer = rest.send(RestRequest.get(path));
        return answer.status() == NOT_FOUND ? Optional.empty() : Optional.of(accepted(answer, echo()));
    }

    JsonNode post(String path, JsonNode body) {
        return post(path, body, echo());
    }

    /** @param echo redacts the secrets of the body */
    JsonNode post(String path, JsonNode body, SecretRedactor echo) {
        return accepted(rest.send(RestRequest.post(path).withJson(body)), echo);
    }

    JsonNode put(String path, JsonNode body, SecretRedactor echo) {
        return accepted(rest.send(RestRequest.put(path).withJson(body)), echo);
    }

    /**
     * Uploads the content of an image. It is read while it is sent.
     *
     * @throws ButlerException also with the failure of the content, if it cannot be read to its end
     */
    void upload(String path, ImageSource.Upload upload) {
        try (UploadedContent content = new UploadedContent(upload.content())) {
            RestRequest request = new RestRequest(
                    "PUT",
                    path,
                    Map.of("Content-Type", "application/octet-stream"),
                    BodyPublishers.fromPublisher(BodyPublishers.ofInputStream(() -> content), upload.length()),
                    false);
            accepted(content.sending(() -> uploads.send(request)), echo());
        }
    }

    /** Deletes an entity. Succeeds if it does not exist. */
    void delete(String path) {
        RestResponse answer = rest.send(RestRequest.delete(path));
        if (answer.status() != NOT_FOUND) {
            accepted(answer, echo());
        }
    }

    private JsonNode accepted(RestResponse answer, SecretRedactor echo) {
        if (!answer.isSuccess()) {
            throw PrismErrorClassification.of(endpoint, answer.status(), answer.json(), echo);
        }
        return answer.json()
                .orElseThrow(
                        () -> new ButlerException(
                                ErrorCode.PROVIDER_TROUBLED,
                                "The server at %s does not provide the Prism Central API.".formatted(endpoint),
                                "Check endpoint and port: they must be those of Prism Central, not of Prism Element or a proxy."));
    }

    @Override
    public void close() {
        rest.close();
        uploads.close();
    }
}
