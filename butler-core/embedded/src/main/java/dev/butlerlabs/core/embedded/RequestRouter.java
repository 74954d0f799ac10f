package dev.butlerlabs.core.embedded;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.discovery.DiscoveryHandler;
import dev.butlerlabs.core.embedded.discovery.OpenApiHandler;
import dev.butlerlabs.core.embedded.http.ApiHandler;
import dev.butlerlabs.core.embedded.http.ApiRequest;
import dev.butlerlabs.core.embedded.http.ApiResponse;
import dev.butlerlabs.core.embedded.json.JsonCodec;
import dev.butlerlabs.core.embedded.resource.GroupVersion;
import dev.butlerlabs.core.embedded.resource.ResourceCatalog;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.verb.ResourceHandler;
import java.util.List;
import java.util.function.Supplier;

/** Passes a request to the handler of its path. Does not authenticate: see {@link AuthenticatedHandler}. */
final class RequestRouter implements ApiHandler {
    private final ResourceCatalog catalog;
    private final DiscoveryHandler discovery;
    private final OpenApiHandler openApi;
    private final ResourceHandler resources;
    private final Supplier<String> version;

    RequestRouter(ResourceCatalog catalog, ResourceHandler resources, Supplier<String> version) {
        this.catalog = catalog;
        this.discovery = new DiscoveryHandler(catalog);
        this.openApi = new OpenApiHandler(catalog, EmbeddedApiOptions.USUAL_VERSION);
        this.resources = resources;
        this.version = version;
    }

    @Override
    public ApiResponse handle(ApiRequest request) {
        List<String> path = request.path();
        String first = path.isEmpty() ? "" : path.getFirst();
        if (request.method().equals("HEAD")) {
            throw ApiException.methodNotAllowed();
        }
        return switch (first) {
            case "api" -> core(request, path.subList(1, path.size()));
            case "apis" -> groups(request, path.subList(1, path.size()));
            case "healthz", "livez", "readyz" -> health(request, first);
            case "openapi" ->
                openApi.answer(request, path.subList(1, path.size())).orElseGet(RequestRouter::pageNotFound);
            case "version" -> ApiResponse.json(200, version());
            case "" -> ApiResponse.json(200, paths());
            default -> pageNotFound();
        };
    }

    private ApiResponse core(ApiRequest request, List<String> path) {
        if (path.isEmpty()) {
            return readOnly(request, () -> discovery.core(request));
        }
        return version(request, new GroupVersion("", path.getFirst()), path.subList(1, path.size()));
    }

    private ApiResponse groups(ApiRequest request, List<String> path) {
        if (path.isEmpty()) {
            return readOnly(request, () -> discovery.groups(request));
        }
        if (path.size() == 1) {
            return discovery.hasGroup(path.getFirst())
                    ? readOnly(request, () -> discovery.group(path.getFirst()))
                    : pageNotFound();
        }
        return version(request, new GroupVersion(path.getFirst(), path.get(1)), path.subList(2, path.size()));
    }

    private ApiResponse version(ApiRequest request, GroupVersion groupVersion, List<String> path) {
        if (!catalog.serves(groupVersion)) {
            return pageNotFound();
        }
        if (path.isEmpty()) {
            return readOnly(request, () -> discovery.resources(groupVersion));
        }
        return resources.handle(request, groupVersion, path).orElseGet(() -> unknown(groupVersion));
    }

    private ApiResponse unknown(GroupVersion groupVersion) {
        if (catalog.isBuiltin(groupVersion)) {
            throw ApiException.unknownResource();
        }
        return pageNotFound();
    }

    private static ApiResponse health(ApiRequest request, String check) {
        boolean verbose = request.query().values().containsKey("verbose");
        return ApiResponse.text(200, verbose ? "[+]ping ok\n" + check + " check passed\n" : "ok");
    }

    private static ApiResponse readOnly(ApiRequest request, Supplier<ApiResponse> answer) {
        if (!request.method().equals("GET")) {
            throw ApiException.methodNotAllowed();
        }
        return answer.get();
    }

    private static ApiResponse pageNotFound() {
        return ApiResponse.text(404, "404 page not found\n");
    }

    private ObjectNode version() {
        String reported = version.get();
        String[] numbers = reported.replaceFirst("^v", "").split("\\.", 3);
        return JsonCodec.object()
                .put("major", numbers[0])
                .put("minor", numbers.length > 1 ? numbers[1] : "")
                .put("gitVersion", reported)
                .put("gitCommit", "")
                .put("gitTreeState", "clean")
                .put("buildDate", "2026-01-01T00:00:00Z")
                .put("goVersion", "none")
                .put("compiler", "javac")
                .put("platform", "java/" + Runtime.version().feature());
    }

    private static ObjectNode paths() {
        ObjectNode paths = JsonCodec.object();
        paths.putArray("paths")
                .add("/api")
                .add("/apis")
                .add("/healthz")
                .add("/livez")
                .add("/openapi/v2")
                .add("/openapi/v3")
                .add("/readyz")
                .add("/version");
        return paths;
    }
}
