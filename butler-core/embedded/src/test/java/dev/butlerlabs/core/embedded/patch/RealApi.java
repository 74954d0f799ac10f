package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.testing.TestAwait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A gadget in a real API server. */
final class RealApi implements GadgetApi {
    private static final String COLLECTION = "/apis/patch.butler.test/v1/namespaces/default/gadgets";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Server server;
    private final String name;

    RealApi(Server server, String name) {
        this.server = server;
        this.name = name;
    }

    /** How to reach the server. */
    record Server(HttpClient http, URI address, String token) {
        HttpResponse<String> call(String method, String path, String mediaType, String body) {
            HttpRequest request = HttpRequest.newBuilder(address.resolve(path))
                    .header("Authorization", "Bearer " + token)
                    .header("Content-Type", mediaType)
                    .timeout(Duration.ofSeconds(30))
                    .method(method, BodyPublishers.ofString(body))
                    .build();
            try {
                return http.send(request, BodyHandlers.ofString());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }

        /** Makes the kind known and waits until it is served with its schema. */
        void install() throws InterruptedException {
            String definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
            call("POST", definitions, "application/json", Gadgets.DEFINITION.toString());
            TestAwait.upTo(Duration.ofSeconds(30), "the custom resource served")
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> call("GET", COLLECTION, "application/json", "").statusCode(), status -> status == 200);
        }
    }

    @Override
    public Answer send(Step step) {
        return switch (step.verb()) {
            case APPLY ->
                answer("PATCH", path(step) + "&force=" + step.force(), step, Gadgets.gadget(name, step.body()));
            case MERGE, JSON -> answer("PATCH", path(step), step, step.body());
            case UPDATE -> update(step);
        };
    }

    private Answer update(Step step) {
        HttpResponse<String> live = server.call("GET", COLLECTION + "/" + name, "application/json", "");
        if (live.statusCode() == 200) {
            return answer("PUT", path(step), step, step.replacing((ObjectNode) parsed(live.body())));
        }
        if (!step.subresource().isEmpty()) {
            return answer("PUT", path(step), step, Gadgets.gadget(name, step.body()));
        }
        String path = COLLECTION + "?fieldManager=" + step.manager();
        return answer("POST", path, step, Gadgets.gadget(name, step.body()));
    }

    private String path(Step step) {
        String below = step.subresource().isEmpty() ? "" : "/" + step.subresource();
        return COLLECTION + "/" + name + below + "?fieldManager=" + step.manager();
    }

    private Answer answer(String method, String path, Step step, JsonNode body) {
        HttpResponse<String> response = server.call(method, path, step.verb().mediaType(), body.toString());
        ObjectNode answer = (ObjectNode) parsed(response.body());
        if (response.statusCode() < 300) {
            return Answer.object(answer);
        }
        if (response.statusCode() == 422) {
            return Answer.refusal(422, "", List.of());
        }
        List<String> causes = new ArrayList<>();
        if (response.statusCode() == 409) {
            answer.at("/details/causes")
                    .forEach(cause -> causes.add(cause.path("message").asText() + " at "
                            + cause.path("field").asText()));
        }
        return Answer.refusal(response.statusCode(), answer.path("message").asText(), causes);
    }

    private static JsonNode parsed(String body) {
        try {
            return JSON.readTree(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
