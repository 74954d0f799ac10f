package dev.butlerlabs.sim.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.http.HttpApiRequest;
import dev.butlerlabs.sim.http.HttpApiResponse;
import dev.butlerlabs.sim.http.HttpApplication;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The part of the Docker Engine API that concerns containers, networks, volumes and images. */
final class DockerApplication implements HttpApplication {
    private static final long MEMORY = 256L << 30;

    private final ContainerRegistry containers;
    private final ImageRegistry images;

    DockerApplication(ContainerRegistry containers, ImageRegistry images) {
        this.containers = containers;
        this.images = images;
    }

    @Override
    public HttpApiResponse answer(HttpApiRequest request) {
        try {
            return route(request, parts(request));
        } catch (DockerApiException e) {
            return message(e.status(), e.getMessage());
        }
    }

    private static HttpApiResponse message(int status, String text) {
        return HttpApiResponse.json(status, DockerJson.text(DockerJson.object().put("message", text)));
    }

    /** Returns the segments of the path without the API version. */
    private static List<String> parts(HttpApiRequest request) {
        return List.of(request.path().replaceFirst("^/(v1\\.\\d+/)?", "").split("/", -1));
    }

    private HttpApiResponse route(HttpApiRequest request, List<String> parts) {
        return switch (parts.getFirst()) {
            case "version" -> ok(version());
            case "info" -> ok(info());
            case "images" -> images(request, parts);
            case "containers" -> containers(request, parts);
            case "networks" -> networks(request, parts);
            case "volumes" -> volumes(request, parts);
            default -> throw new DockerApiException(404, "page not found");
        };
    }

    private static ObjectNode version() {
        return DockerJson.object().put("Version", "26.1.5").put("ApiVersion", "1.45");
    }

    private static ObjectNode info() {
        ObjectNode info = DockerJson.object()
                .put("CgroupVersion", "2")
                .put("Driver", "overlay2")
                .put("OperatingSystem", "Simulated Linux")
                .put("NCPU", ContainerRegistry.CPUS)
                .put("MemTotal", MEMORY);
        info.putArray("DriverStatus").addArray().add("Backing Filesystem").add("extfs");
        info.putArray("SecurityOptions").add("name=seccomp,profile=builtin");
        return info;
    }

    private HttpApiResponse images(HttpApiRequest request, List<String> parts) {
        Map<String, String> query = query(request);
        String name = String.join("/", parts.subList(1, parts.size())).replaceFirst("/json$", "");
        if (request.method().equals("POST")) {
            images.pull(query.getOrDefault("fromImage", "") + ":" + query.getOrDefault("tag", "latest"));
            return HttpApiResponse.json(200, "{\"status\":\"Status: Downloaded newer image\"}\n");
        }
        images.require(name);
        return ok(DockerJson.object().put("Id", "sha256:" + Integer.toHexString(name.hashCode())));
    }

    private HttpApiResponse containers(HttpApiRequest request, List<String> parts) {
        Map<String, String> query = query(request);
        return switch (call(request, parts)) {
            case "GET json" -> ok(DockerJson.array(containers.list(filters(query))));
            case "POST create" ->
                created(containers.create(query.getOrDefault("name", ""), DockerJson.parse(request.body())));
            case "GET */json" -> ok(containers.inspect(parts.get(1)));
            case "POST */rename" -> {
                containers.rename(parts.get(1), query.getOrDefault("name", ""));
                yield empty(204);
            }
            case "POST */start" -> containers.start(parts.get(1)) ? empty(204) : empty(304);
            case "DELETE *" -> {
                containers.remove(parts.get(1), isTrue(query.get("force")));
                yield empty(204);
            }
            default -> throw new DockerApiException(404, "page not found");
        };
    }

    private static boolean isTrue(String parameter) {
        return "1".equals(parameter) || "true".equals(parameter);
    }

    private HttpApiResponse networks(HttpApiRequest request, List<String> parts) {
        return switch (call(request, parts)) {
            case "GET " -> ok(DockerJson.array(containers.listNetworks(filters(query(request)))));
            case "POST create" -> created(containers.createNetwork(DockerJson.parse(request.body())));
            case "GET *" -> ok(containers.inspectNetwork(parts.get(1)));
            case "DELETE *" -> {
                containers.removeNetwork(parts.get(1));
                yield empty(204);
            }
            default -> throw new DockerApiException(404, "page not found");
        };
    }

    private HttpApiResponse volumes(HttpApiRequest request, List<String> parts) {
        return switch (call(request, parts)) {
            case "GET " -> {
                ObjectNode answer = DockerJson.object();
                answer.set("Volumes", DockerJson.array(containers.listVolumes(filters(query(request)))));
                yield ok(answer);
            }
            case "GET *" -> ok(containers.inspectVolume(parts.get(1)));
            case "DELETE *" -> {
                containers.removeVolume(parts.get(1));
                yield empty(204);
            }
            default -> throw new DockerApiException(404, "page not found");
        };
    }

    /** Returns the method and the path below the collection, with a star in place of a name. */
    private static String call(HttpApiRequest request, List<String> parts) {
        boolean isCollection = parts.size() < 2
                || (parts.size() == 2 && List.of("json", "create").contains(parts.get(1)));
        String target = isCollection ? String.join("/", parts.subList(1, parts.size())) : "*" + rest(parts);
        return request.method() + " " + target;
    }

    private static String rest(List<String> parts) {
        return parts.stream().skip(2).map("/"::concat).collect(Collectors.joining());
    }

    private static DockerFilters filters(Map<String, String> query) {
        return DockerFilters.parse(query.getOrDefault("filters", ""));
    }

    private static Map<String, String> query(HttpApiRequest request) {
        String raw = Optional.ofNullable(request.uri().getRawQuery()).orElse("");
        return Stream.of(raw.split("&", -1))
                .filter(pair -> pair.contains("="))
                .collect(Collectors.toMap(
                        pair -> pair.substring(0, pair.indexOf('=')),
                        pair -> URLDecoder.decode(pair.substring(pair.indexOf('=') + 1), StandardCharsets.UTF_8),
                        (first, _) -> first));
    }

    private static HttpApiResponse ok(JsonNode body) {
        return HttpApiResponse.json(200, DockerJson.text(body));
    }

    private static HttpApiResponse created(JsonNode body) {
        return HttpApiResponse.json(201, DockerJson.text(body));
    }

    private static HttpApiResponse empty(int status) {
        return new HttpApiResponse(status, Map.of(), new byte[0]);
    }

    @Override
    public HttpApiResponse refusal(FaultKind fault, HttpApiRequest request) {
        return switch (fault) {
            case THROTTLE -> message(429, "toomanyrequests: too many requests");
            case UNAUTHORIZED -> message(403, "authorization denied by plugin simulated");
            default -> message(500, "the engine failed to process the request");
        };
    }

    @Override
    public Optional<Subject> subject(HttpApiRequest request) {
        List<String> parts = parts(request);
        return Optional.of(new Subject(operation(request, parts), about(request, parts)));
    }

    private static SimulatedOperation operation(HttpApiRequest request, List<String> parts) {
        return switch (request.method()) {
            case "DELETE" -> SimulatedOperation.DELETE;
            case "POST" -> parts.getLast().equals("create") ? SimulatedOperation.CREATE : SimulatedOperation.UPDATE;
            default -> isList(parts) ? SimulatedOperation.LIST : SimulatedOperation.READ;
        };
    }

    private static boolean isList(List<String> parts) {
        return (List.of("networks", "volumes").contains(parts.getFirst()) && parts.size() == 1)
                || parts.equals(List.of("containers", "json"));
    }

    /** Returns the name of the container, or of another resource. */
    private String about(HttpApiRequest request, List<String> parts) {
        if (parts.getLast().equals("create")) {
            return query(request).getOrDefault("name", "");
        }
        return parts.size() > 1 ? containers.nameOf(parts.get(1)) : "";
    }
}
