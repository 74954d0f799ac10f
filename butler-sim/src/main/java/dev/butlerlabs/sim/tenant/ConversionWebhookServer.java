package dev.butlerlabs.sim.tenant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.http.ApiRequest;
import dev.butlerlabs.core.embedded.http.ApiResponse;
import dev.butlerlabs.core.embedded.http.HttpListener;
import dev.butlerlabs.core.embedded.identity.ServerIdentity;
import dev.butlerlabs.core.embedded.json.JsonCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.function.BiFunction;

/** Serves conversion webhooks on loopback. Listens from its creation until {@link #close()}. */
final class ConversionWebhookServer implements AutoCloseable {
    private static final Duration READ_TIMEOUT = Duration.ofMinutes(2);

    private final BiFunction<ObjectNode, String, ObjectNode> converter;
    private final ServerIdentity identity = ServerIdentity.in(Optional.empty(), Instant.now());
    private final HttpListener listener;

    /** @param converter converts an object to an apiVersion; throws IllegalArgumentException if it cannot */
    ConversionWebhookServer(BiFunction<ObjectNode, String, ObjectNode> converter) {
        this.converter = converter;
        this.listener = HttpListener.open(0, identity.tls(), false, READ_TIMEOUT, this::handle);
    }

    String url() {
        return "https://127.0.0.1:" + listener.port() + "/convert";
    }

    /** Returns the CA of the server, as a CRD contains it. */
    String caBundle() {
        return Base64.getEncoder().encodeToString(identity.authorityPem().getBytes(StandardCharsets.US_ASCII));
    }

    private ApiResponse handle(ApiRequest request) {
        ObjectNode review = JsonCodec.read(request.body().read());
        JsonNode asked = review.path("request");
        review.remove("request");
        ObjectNode response = review.putObject("response");
        response.set("uid", asked.path("uid"));
        ArrayNode converted = response.putArray("convertedObjects");
        ObjectNode result = response.putObject("result").put("status", "Success");
        try {
            String version = asked.path("desiredAPIVersion").asText();
            asked.path("objects").forEach(object -> converted.add(converter.apply((ObjectNode) object, version)));
        } catch (IllegalArgumentException e) {
            converted.removeAll();
            result.put("status", "Failure").put("message", e.getMessage());
        }
        return ApiResponse.json(200, review);
    }

    @Override
    public void close() {
        listener.close();
    }
}
