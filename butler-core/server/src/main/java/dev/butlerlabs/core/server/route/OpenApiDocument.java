package dev.butlerlabs.core.server.route;

import dev.butlerlabs.core.server.http.ProblemDocument;
import dev.butlerlabs.core.server.json.RecordSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Describes routes as an OpenAPI 3.1 document. Pure functions; the same routes give the same document. */
public final class OpenApiDocument {
    private static final Map<Integer, String> MEANINGS = Map.ofEntries(
            Map.entry(200, "Success."),
            Map.entry(201, "The object was created."),
            Map.entry(202, "The request was accepted; the controllers perform it."),
            Map.entry(204, "Success."),
            Map.entry(302, "The browser continues at another address."),
            Map.entry(400, "The request is malformed."),
            Map.entry(401, "No session, or the login was rejected."),
            Map.entry(
                    403,
                    "The Kubernetes API refused the request, or it comes from another site or lacks the CSRF token."),
            Map.entry(404, "The object does not exist."),
            Map.entry(409, "The object exists, was changed meanwhile, or its state does not permit the request."),
            Map.entry(413, "The body is too large."),
            Map.entry(415, "The body is not JSON."),
            Map.entry(422, "A value is not valid; all problems are listed."),
            Map.entry(429, "Too many requests."),
            Map.entry(502, "The Kubernetes API cannot be reached."),
            Map.entry(503, "The console or the Kubernetes API cannot serve the request now."),
            Map.entry(504, "The Kubernetes API did not respond in time."));

    private static final Map<String, String> EXAMPLES = Map.of("ns", "team-a", "name", "web", "kind", "tenantclusters");
    private static final int FIRST_PROBLEM = 400;
    private static final String SHARED = "#/components/responses/";
    private static final String PARAMETER = "^[A-Za-z0-9]([A-Za-z0-9._:@+-]{0,251}[A-Za-z0-9])?$";

    private OpenApiDocument() {}

    /** Returns the document as a tree. */
    public static Map<String, Object> of(RouteTable table) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("openapi", "3.1.0");
        document.put(
                "info",
                ordered(
                        "title", "Butler console",
                        "version", "v1",
                        "description",
                                "The API of the web console. Every request acts on the Kubernetes API as the user of the session."));
        document.put("paths", paths(table));
        document.put(
                "components",
                ordered(
                        "schemas", schemas(table),
                        "responses", problems(),
                        "securitySchemes",
                                ordered(
                                        "session",
                                        ordered("type", "apiKey", "in", "cookie", "name", "butler_session"))));
        return document;
    }

    private static Map<String, Object> paths(RouteTable table) {
        Map<String, Map<String, Object>> paths = new TreeMap<>();
        for (Route route : table.routes()) {
            paths.computeIfAbsent(route.path().toString(), _ -> new TreeMap<>())
                    .put(route.method().toLowerCase(java.util.Locale.ROOT), operation(route));
        }
        return new LinkedHashMap<>(paths);
    }

    private static Map<String, Object> operation(Route route) {
        Map<String, Object> operation = new LinkedHashMap<>();
        operation.put("operationId", route.operation());
        operation.put("tags", List.of(route.tag()));
        operation.put("summary", route.summary());
        List<Object> parameters = parameters(route);
        if (!parameters.isEmpty()) {
            operation.put("parameters", parameters);
        }
        route.body()
                .ifPresent(type -> operation.put(
                        "requestBody",
                        ordered("required", true, "content", json("application/json", RecordSchema.reference(type)))));
        operation.put("responses", responses(route));
        operation.put(
                "security", route.access() == Route.Access.SESSION ? List.of(Map.of("session", List.of())) : List.of());
        return operation;
    }

    private static List<Object> parameters(Route route) {
        List<Object> parameters = new ArrayList<>();
        route.path().parameters().forEach(name -> parameters.add(path(name)));
        route.parameters()
                .forEach(parameter -> parameters.add(ordered(
                        "name", parameter.name(),
                        "in", parameter.in(),
                        "required", parameter.required(),
                        "description", parameter.description(),
                        "schema", ordered("type", "string", "pattern", "^(" + parameter.pattern() + ")$"))));
        if (route.access() == Route.Access.SESSION && !route.isRead()) {
            parameters.add(ordered(
                    "name",
                    ApiDispatcher.CSRF_HEADER,
                    "in",
                    "header",
                    "required",
                    true,
                    "description",
                    "The field csrfToken of /api/auth/me.",
                    "schema",
                    ordered("type", "string")));
        }
        return parameters;
    }

    private static Map<String, Object> path(String name) {
        Map<String, Object> parameter = ordered(
                "name",
                name,
                "in",
                "path",
                "required",
                true,
                "schema",
                ordered("type", "string", "pattern", PARAMETER));
        Optional.ofNullable(EXAMPLES.get(name)).ifPresent(example -> parameter.put("example", example));
        return parameter;
    }

    private static Map<String, Object> responses(Route route) {
        Map<String, Object> responses = new LinkedHashMap<>();
        for (int status : route.statuses()) {
            boolean isPage = status == 401 && route.status() == 302;
            responses.put(
                    Integer.toString(status),
                    status >= FIRST_PROBLEM && !isPage ? Map.of("$ref", SHARED + status) : response(route, status));
        }
        return responses;
    }

    private static Map<String, Object> response(Route route, int status) {
        Map<String, Object> response = new LinkedHashMap<>();
        response.put("description", MEANINGS.get(status));
        content(route, status).ifPresent(content -> response.put("content", content));
        return response;
    }

    /** Returns the problems, which are the same for all routes. */
    private static Map<String, Object> problems() {
        Map<String, Object> problems = new LinkedHashMap<>();
        MEANINGS.keySet().stream()
                .filter(status -> status >= FIRST_PROBLEM)
                .sorted()
                .forEach(status -> problems.put(
                        Integer.toString(status),
                        ordered(
                                "description", MEANINGS.get(status),
                                "content",
                                        json(
                                                ProblemDocument.CONTENT_TYPE,
                                                RecordSchema.reference(ProblemDocument.class)))));
        return problems;
    }

    private static Optional<Map<String, Object>> content(Route route, int status) {
        if (status >= FIRST_PROBLEM) {
            Map<String, Object> content = new LinkedHashMap<>(
                    json(ProblemDocument.CONTENT_TYPE, RecordSchema.reference(ProblemDocument.class)));
            content.put("text/html", Map.of());
            return Optional.of(content);
        }
        return status != route.status()
                ? Optional.empty()
                : route.result()
                        .map(type -> json("application/json", RecordSchema.reference(type)))
                        .or(() -> route.contentType().map(type -> ordered(type, Map.of())));
    }

    private static Map<String, Object> json(String type, Map<String, Object> schema) {
        return ordered(type, ordered("schema", schema));
    }

    private static Map<String, Object> schemas(RouteTable table) {
        Set<Class<?>> bodies = new LinkedHashSet<>();
        Set<Class<?>> results = new LinkedHashSet<>(RecordSchema.closure(ProblemDocument.class));
        for (Route route : table.routes()) {
            route.body().ifPresent(type -> bodies.addAll(RecordSchema.closure(type)));
            route.result().ifPresent(type -> results.addAll(RecordSchema.closure(type)));
        }
        Map<String, Object> schemas = new LinkedHashMap<>();
        Stream.concat(bodies.stream(), results.stream())
                .sorted(Comparator.comparing(RecordSchema::name))
                .forEach(type -> schemas.put(RecordSchema.name(type), RecordSchema.of(type, bodies.contains(type))));
        return schemas;
    }

    /** Returns all records that requests and responses contain. */
    public static Set<Class<?>> records(RouteTable table) {
        Set<Class<?>> all = new LinkedHashSet<>(RecordSchema.closure(ProblemDocument.class));
        for (Route route : table.routes()) {
            route.body().ifPresent(type -> all.addAll(RecordSchema.closure(type)));
            route.result().ifPresent(type -> all.addAll(RecordSchema.closure(type)));
        }
        return all;
    }

    private static Map<String, Object> ordered(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }
}
