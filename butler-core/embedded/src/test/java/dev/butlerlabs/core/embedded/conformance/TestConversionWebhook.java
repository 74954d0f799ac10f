package dev.butlerlabs.core.embedded.conformance;

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

/**
 * A conversion webhook on loopback: {@code spec.name} of v1 is {@code spec.label} of v1beta1. It also changes a label and an annotation, and
 * tries to change a finalizer. Objects with the name {@code unconvertible} are rejected.
 */
final class TestConversionWebhook implements AutoCloseable {
    private final ServerIdentity identity = ServerIdentity.in(Optional.empty(), Instant.now());
    private final HttpListener listener =
            HttpListener.open(0, identity.tls(), false, Duration.ofSeconds(60), TestConversionWebhook::handle);

    String url() {
        return "https://127.0.0.1:" + listener.port() + "/convert";
    }

    String caBundle() {
        return Base64.getEncoder().encodeToString(identity.authorityPem().getBytes(StandardCharsets.US_ASCII));
    }

    private static ApiResponse handle(ApiRequest request) {
        ObjectNode review = JsonCodec.read(request.body().read());
        JsonNode asked = review.path("request");
        ObjectNode answer = JsonCodec.object();
        answer.put("kind", "ConversionReview")
                .put("apiVersion", review.path("apiVersion").asText());
        ObjectNode response = answer.putObject("response");
        response.set("uid", asked.path("uid"));
        ArrayNode converted = response.putArray("convertedObjects");
        ObjectNode result = response.putObject("result").put("status", "Success");
        for (JsonNode object : asked.path("objects")) {
            if (object.at("/metadata/name").asText().equals("unconvertible")) {
                result.put("status", "Failed").put("message", "this object has no other version");
            }
            converted.add(
                    converted(object.deepCopy(), asked.path("desiredAPIVersion").asText()));
        }
        return ApiResponse.json(200, answer);
    }

    private static ObjectNode converted(ObjectNode object, String version) {
        boolean newer = version.endsWith("/v1");
        ObjectNode spec = object.withObjectProperty("spec");
        Optional.ofNullable(spec.remove(newer ? "label" : "name"))
                .ifPresent(value -> spec.set(newer ? "name" : "label", value));
        ObjectNode metadata = object.withObjectProperty("metadata");
        metadata.withObjectProperty("labels").put("converted", newer ? "up" : "down");
        metadata.withObjectProperty("annotations").put("converted", newer ? "up" : "down");
        metadata.putArray("finalizers").add("example.org/sneaked-in");
        return object.put("apiVersion", version);
    }

    @Override
    public void close() {
        listener.close();
    }
}
