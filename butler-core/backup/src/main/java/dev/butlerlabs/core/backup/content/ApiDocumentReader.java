package dev.butlerlabs.core.backup.content;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;

/** Reads documents of an API server as JSON trees. */
final class ApiDocumentReader {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final KubernetesClient client;

    ApiDocumentReader(KubernetesClient client) {
        this.client = client;
    }

    /**
     * Returns the document at a path.
     *
     * @throws ButlerException if there is none, or if the server rejects the request, cannot be reached or does not answer with JSON
     */
    JsonNode get(String path) {
        JsonNode document = find(path);
        if (document.isMissingNode()) {
            throw new ButlerException(
                    ErrorCode.NOT_FOUND, "The server %s has no %s.".formatted(client.getMasterUrl(), path));
        }
        return document;
    }

    /**
     * Returns an empty document if there is none at this path.
     *
     * @throws ButlerException if the server rejects the request, cannot be reached or does not answer with JSON
     */
    JsonNode find(String path) {
        String text = KubeErrorMapper.translating("reading " + path, () -> {
            try {
                return client.raw(path);
            } catch (RuntimeException e) {
                if (KubeErrorMapper.isNotFound(e)) {
                    return null;
                }
                throw e;
            }
        });
        try {
            return text == null ? MissingNode.getInstance() : JSON.readTree(text);
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.UNREACHABLE,
                    "The server %s did not answer with JSON.".formatted(client.getMasterUrl()),
                    e);
        }
    }
}
