package dev.butlerlabs.core.server.route;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.server.access.UserAccess;
import dev.butlerlabs.core.server.http.ProblemDocument;
import dev.butlerlabs.core.server.http.ProblemException;
import dev.butlerlabs.core.server.http.WebRequest;
import dev.butlerlabs.core.server.json.RecordJsonReader;
import dev.butlerlabs.core.server.session.Session;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import java.util.Optional;

/**
 * A request that matches a route, after all checks.
 *
 * @param path the parameters in the path
 * @param session empty for public routes without a session
 * @param body the body as a tree; empty if the route has none
 */
public record ApiCall(
        WebRequest request, Map<String, String> path, Optional<Session> session, Optional<JsonNode> body) {
    public ApiCall {
        path = Map.copyOf(path);
    }

    public String path(String name) {
        return path.get(name);
    }

    public Optional<String> query(String name) {
        return request.parameter(name).filter(value -> !value.isEmpty());
    }

    /** Returns the object named by the parameters {@code ns} and {@code name}. */
    public ObjectName object() {
        return new ObjectName(path("ns"), path("name"));
    }

    /** Returns the session of a route that requires one. */
    public Session requireSession() {
        return session.orElseThrow();
    }

    public UserAccess access() {
        return requireSession().access();
    }

    /** Returns a client that acts as the user. */
    public KubernetesClient kubernetes() {
        return access().client();
    }

    /**
     * Returns the body as a record.
     *
     * @throws ProblemException with status 422 and every problem
     */
    public <T extends Record> T body(Class<T> type) {
        RecordJsonReader.Result<T> result = RecordJsonReader.read(body.orElseThrow(), type);
        return result.value()
                .orElseThrow(() -> new ProblemException(ProblemDocument.invalid(
                        "Invalid request", "The request body is not valid.", result.problems())));
    }
}
