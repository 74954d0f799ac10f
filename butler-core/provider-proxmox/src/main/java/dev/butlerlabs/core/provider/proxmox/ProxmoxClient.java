package dev.butlerlabs.core.provider.proxmox;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ImageSource;
import dev.butlerlabs.core.provider.rest.RestAuthentication;
import dev.butlerlabs.core.provider.rest.RestClient;
import dev.butlerlabs.core.provider.rest.RestClientOptions;
import dev.butlerlabs.core.provider.rest.RestRequest;
import dev.butlerlabs.core.provider.rest.RestResponse;
import dev.butlerlabs.core.provider.rest.SecretRedactor;
import dev.butlerlabs.core.provider.rest.UploadedContent;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;

/**
 * Client for the API of Proxmox VE. Reads are retried after transient failures; changes are sent once, and the caller observes the
 * state before it tries again. Thread-safe.
 */
final class ProxmoxClient implements AutoCloseable {
    private static final Duration UPLOAD_TIMEOUT = Duration.ofHours(2);

    private final ProxmoxEndpoint endpoint;
    private final RestClient rest;
    private final RestClient uploads;

    ProxmoxClient(ProxmoxEndpoint endpoint, RestAuthentication login, SSLContext tls, RestClientOptions options) {
        this.endpoint = endpoint;
        this.rest = new RestClient(endpoint.server(), login, tls, options);
        this.uploads = new RestClient(
                endpoint.server(),
                login,
                tls,
                RestClientOptions.withTimeout(UPLOAD_TIMEOUT).withoutRetries());
    }

    SecretRedactor redactor() {
        return rest.redactor();
    }

    /** Returns the data of a response to a read. */
    JsonNode get(String path) {
        return get(path, Map.of());
    }

    JsonNode get(String path, Map<String, String> parameters) {
        return accepted(rest.send(read(path, parameters)));
    }

    /**
     * Returns the data of a read.
     *
     * @param absence recognizes the error texts that mean there is nothing to return
     * @return empty if the server rejected the read with such a text
     */
    Optional<JsonNode> find(String path, Predicate<String> absence) {
        RestResponse response = rest.send(read(path, Map.of()));
        return isRejected(response, absence) ? Optional.empty() : Optional.of(accepted(response));
    }

    private static RestRequest read(String path, Map<String, String> parameters) {
        RestRequest request = RestRequest.get(path);
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            request = request.withParameter(parameter.getKey(), parameter.getValue());
        }
        return request;
    }

    JsonNode post(String path, Map<String, String> form) {
        return accepted(rest.send(RestRequest.post(path).withForm(form)));
    }

    /**
     * Sends a request that creates a virtual machine.
     *
     * @return its task; empty if the VM ID is already in use
     */
    Optional<ProxmoxTask> create(String path, Map<String, String> form) {
        RestResponse response = rest.send(RestRequest.post(path).withForm(form));
        return isRejected(response, ProxmoxErrorClassification::isTaken)
                ? Optional.empty()
                : Optional.of(ProxmoxTask.parse(accepted(response).asText("")));
    }

    /**
     * Uploads a file of the content type import. It is read while it is sent.
     *
     * @return the task that stores the file
     * @throws ButlerException also with the failure of the content, if it cannot be read to its end
     */
    ProxmoxTask upload(String path, String fileName, ImageSource.Upload upload) {
        MultipartFile form = new MultipartFile("butler-" + UUID.randomUUID(), fileName);
        try (UploadedContent content = new UploadedContent(upload.content())) {
            RestRequest request = new RestRequest(
                    "POST",
                    path,
                    Map.of("Content-Type", form.contentType()),
                    form.body(content, upload.length()),
                    false);
            return ProxmoxTask.parse(
                    accepted(content.sending(() -> uploads.send(request))).asText(""));
        }
    }

    JsonNode put(String path, Map<String, String> form) {
        return accepted(rest.send(RestRequest.put(path).withForm(form)));
    }

    /** Requests a deletion. Succeeds if the virtual machine or file does not exist. */
    void delete(String path, Map<String, String> parameters) {
        RestRequest request = RestRequest.delete(path);
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            request = request.withParameter(parameter.getKey(), parameter.getValue());
        }
        RestResponse response = rest.send(request);
        if (!isRejected(response, ProxmoxErrorClassification::isMissing)) {
            accepted(response);
        }
    }

    private static boolean isRejected(RestResponse response, Predicate<String> reason) {
        return !response.isSuccess() && reason.test(ProxmoxErrorClassification.text(response));
    }

    private JsonNode accepted(RestResponse response) {
        if (!response.isSuccess()) {
            throw ProxmoxErrorClassification.of(endpoint, response, redactor());
        }
        return response.json()
                .filter(body -> body.has("data"))
                .map(body -> body.path("data"))
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.PROVIDER_TROUBLED,
                        "The server at %s does not provide the API of Proxmox VE.".formatted(endpoint),
                        "Check the endpoint: it must be a node of the cluster, not a proxy or another product."));
    }

    @Override
    public void close() {
        rest.close();
        uploads.close();
    }
}
