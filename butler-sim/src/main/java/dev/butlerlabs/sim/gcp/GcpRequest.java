package dev.butlerlabs.sim.gcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.http.HttpApiRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A request to Compute Engine.
 *
 * @param path path below the project; empty for the project itself
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record GcpRequest(String method, String project, String path, Map<String, String> parameters, byte[] body) {
    private static final String API = "/compute/v1/projects/";
    /** Parameters that every method of a Google API accepts. */
    private static final Set<String> COMMON =
            Set.of("alt", "$alt", "fields", "key", "prettyPrint", "quotaUser", "userIp");

    static Optional<GcpRequest> of(HttpApiRequest request) {
        if (!request.path().startsWith(API)) {
            return Optional.empty();
        }
        String rest = request.path().substring(API.length());
        int end = rest.indexOf('/');
        return Optional.of(new GcpRequest(
                request.method(),
                end < 0 ? rest : rest.substring(0, end),
                end < 0 ? "" : rest.substring(end + 1),
                query(request.uri().getRawQuery()),
                request.body()));
    }

    private static Map<String, String> query(String text) {
        Map<String, String> parameters = new LinkedHashMap<>();
        if (text != null && !text.isEmpty()) {
            for (String pair : text.split("&", -1)) {
                String[] sides = pair.split("=", 2);
                parameters.put(decoded(sides[0]), sides.length > 1 ? decoded(sides[1]) : "");
            }
        }
        return parameters;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    List<String> segments() {
        return List.of(path.split("/"));
    }

    Optional<String> parameter(String name) {
        return Optional.ofNullable(parameters.get(name));
    }

    ObjectNode json() {
        return GcpJson.parse(body);
    }

    /** @throws GcpApiError if the request has a parameter that its method does not have */
    void requireParameters(String... known) {
        Set<String> allowed = Set.of(known);
        parameters.keySet().stream()
                .filter(name -> !allowed.contains(name) && !COMMON.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw GcpApiError.invalid(
                            "Invalid JSON payload received. Unknown name \"%s\": Cannot bind query parameter. Field '%s' could not be found in request message."
                                    .formatted(name, name));
                });
    }

    /**
     * Returns the permission that reading requires, such as {@code compute.machineTypes.list}.
     *
     * @return empty if the request reads nothing, or the project itself
     */
    Optional<String> readPermission() {
        List<String> segments = segments();
        if (!method.equals("GET") || path.isEmpty()) {
            return Optional.empty();
        }
        if (path.contains("images/family/")) {
            return Optional.of("compute.images.getFromFamily");
        }
        boolean list = GcpRoutes.isCollection(this);
        String type = segments.get(segments.size() - (list ? 1 : Math.min(2, segments.size())));
        String scope = segments.getFirst();
        String name = switch (type) {
            case "operations" -> scope.replaceFirst("s$", "") + "Operations";
            case "backendServices", "healthChecks" ->
                scope.equals("regions")
                        ? "region" + type.substring(0, 1).toUpperCase(Locale.ROOT) + type.substring(1)
                        : type;
            default -> type;
        };
        return Optional.of("compute.%s.%s".formatted(name, list ? "list" : "get"));
    }

    /** Returns what distinguishes a request from another one with the same request ID. */
    String identity() {
        return method + " " + path + " " + new String(body, StandardCharsets.UTF_8);
    }
}
