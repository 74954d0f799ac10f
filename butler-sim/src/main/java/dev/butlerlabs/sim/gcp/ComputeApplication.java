package dev.butlerlabs.sim.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.http.HttpApiRequest;
import dev.butlerlabs.sim.http.HttpApiResponse;
import dev.butlerlabs.sim.http.HttpApplication;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The Google APIs on one address: Compute Engine, Cloud Storage, the token endpoint, the metadata server and the test of permissions. */
final class ComputeApplication implements HttpApplication {
    private static final String PERMISSIONS = "/v1/projects/%s:testIamPermissions".formatted(GcpCatalog.PROJECT);

    private final GcpTokens tokens = new GcpTokens();
    private final GcpRoutes routes;
    private final GcpStorageRoutes storage;
    private final GcpProjectState project;
    private final Set<String> deniedPermissions = ConcurrentHashMap.newKeySet();
    private volatile String server = "";

    ComputeApplication(GcpProjectState project, int pageSize) {
        this.project = project;
        this.storage = new GcpStorageRoutes(project.storage, () -> server);
        this.routes = new GcpRoutes(project, new GcpListResponse(project.links, pageSize));
    }

    /** Sets the address of the server, which tokens are issued for. */
    void standAt(String address) {
        server = address;
    }

    void deny(String permission) {
        deniedPermissions.add(permission);
    }

    @Override
    public HttpApiResponse answer(HttpApiRequest request) {
        try {
            if (request.path().equals(GcpTokens.PATH) && request.method().equals("POST")) {
                return tokens.exchange(request, server);
            }
            if (request.path().equals(GcpTokens.METADATA_PATH)) {
                return tokens.metadata(request);
            }
            if (GcpStorageRoutes.isInSession(request)) {
                return storage.answer(request);
            }
            tokens.require(request);
            if (GcpStorageRoutes.isStorage(request)) {
                return storage.answer(request);
            }
            if (request.path().equals(PERMISSIONS) && request.method().equals("POST")) {
                return ok(permissions(GcpJson.parse(request.body())));
            }
            GcpRequest compute = GcpRequest.of(request)
                    .orElseThrow(() -> new GcpApiError(404, "notFound", "Not Found: " + request.path()));
            return ok(answer(compute));
        } catch (GcpApiError e) {
            return e.response();
        }
    }

    private ObjectNode permissions(ObjectNode body) {
        ObjectNode answer = GcpJson.object();
        body.path("permissions")
                .valueStream()
                .map(JsonNode::asText)
                .filter(permission -> !deniedPermissions.contains(permission))
                .forEach(answer.withArray("/permissions")::add);
        return answer;
    }

    private ObjectNode answer(GcpRequest request) {
        if (!request.project().equals(GcpCatalog.PROJECT)) {
            throw new GcpApiError(
                    403,
                    "forbidden",
                    "Required 'compute.projects.get' permission for 'projects/%s'".formatted(request.project()));
        }
        request.readPermission().filter(deniedPermissions::contains).ifPresent(permission -> {
            throw new GcpApiError(
                    403,
                    "forbidden",
                    "Required '%s' permission for 'projects/%s'".formatted(permission, GcpCatalog.PROJECT));
        });
        if (routes.isHealth(request)) {
            return routes.health(request);
        }
        synchronized (project) {
            // A copy: the state changes after the lock is released.
            return routes.answer(request).deepCopy();
        }
    }

    private static HttpApiResponse ok(ObjectNode body) {
        return HttpApiResponse.json(200, GcpJson.text(body));
    }

    @Override
    public boolean receives(HttpApiRequest head) {
        return GcpStorageRoutes.isContent(head);
    }

    @Override
    public HttpApiResponse receive(HttpApiRequest head, InputStream body) throws IOException {
        try {
            return storage.receive(head, body);
        } catch (GcpApiError e) {
            body.transferTo(OutputStream.nullOutputStream());
            return e.response();
        }
    }

    @Override
    public HttpApiResponse refusal(FaultKind fault, HttpApiRequest request) {
        GcpApiError error = switch (fault) {
            case THROTTLE -> new GcpApiError(403, "rateLimitExceeded", "Rate Limit Exceeded");
            case UNAUTHORIZED -> GcpTokens.unauthenticated();
            default -> new GcpApiError(503, "backendError", "Backend Error");
        };
        return error.response();
    }

    @Override
    public Optional<Subject> subject(HttpApiRequest request) {
        if (GcpStorageRoutes.isStorage(request)) {
            return Optional.of(GcpStorageRoutes.subject(request));
        }
        Optional<GcpRequest> compute = GcpRequest.of(request);
        if (compute.isEmpty()) {
            return Optional.of(new Subject(SimulatedOperation.READ, ""));
        }
        List<String> segments = compute.get().segments();
        String last = segments.getLast();
        return Optional.of(
                switch (request.method()) {
                    case "POST" -> posted(compute.get(), last);
                    case "PATCH" -> new Subject(SimulatedOperation.UPDATE, last);
                    case "DELETE" -> new Subject(SimulatedOperation.DELETE, last);
                    default ->
                        GcpRoutes.isCollection(compute.get())
                                ? new Subject(SimulatedOperation.LIST, about(compute.get()))
                                : new Subject(SimulatedOperation.READ, last);
                });
    }

    private static Subject posted(GcpRequest request, String last) {
        return switch (last) {
            case "listInstances", "getHealth", "wait" -> new Subject(SimulatedOperation.LIST, "");
            case "addInstances", "removeInstances", "setLabels", "start", "stop" ->
                new Subject(
                        SimulatedOperation.UPDATE,
                        request.segments().get(request.segments().size() - 2));
            default -> new Subject(SimulatedOperation.CREATE, name(request));
        };
    }

    private static String name(GcpRequest request) {
        try {
            return request.json().path("name").asText("");
        } catch (GcpApiError _) {
            return "";
        }
    }

    private static String about(GcpRequest request) {
        try {
            return GcpFilter.of(request.parameter("filter")).about();
        } catch (GcpApiError _) {
            return "";
        }
    }
}
