package dev.butlerlabs.sim.factory;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.talos.image.Schematic;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.http.HttpApiRequest;
import dev.butlerlabs.sim.http.HttpApiResponse;
import dev.butlerlabs.sim.http.HttpApplication;
import dev.butlerlabs.sim.http.StreamedResponse;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The API of an Image Factory. Errors are plain text. */
final class ImageFactoryApplication implements HttpApplication {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern VERSION = Pattern.compile("v\\d+\\.\\d+\\.\\d+(-[0-9A-Za-z.-]+)?");
    private static final Pattern EXTENSIONS = Pattern.compile("/version/(?<version>[^/]+)/extensions/official");
    private static final Pattern OVERLAYS = Pattern.compile("/version/(?<version>[^/]+)/overlays/official");

    private final ImageFactoryOptions options;
    private final Supplier<URI> storage;
    private final SchematicStore schematics = new SchematicStore();
    private final ArtifactBuilds builds;
    private final ArtifactServer artifacts;

    /** @param storage address of the object storage */
    ImageFactoryApplication(ImageFactoryOptions options, Supplier<URI> storage) {
        this.options = options;
        this.storage = storage;
        this.builds = new ArtifactBuilds(options.buildTime());
        this.artifacts = new ArtifactServer(options);
    }

    ArtifactBuilds builds() {
        return builds;
    }

    @Override
    public HttpApiResponse answer(HttpApiRequest request) {
        if (!isPermitted(request)) {
            return text(401, "unauthorized");
        }
        return request.method().equals("POST")
                ? post(request)
                : ArtifactPath.of(request.path())
                        .map(path -> artifact(request, path))
                        .orElseGet(() -> catalog(request));
    }

    private boolean isPermitted(HttpApiRequest request) {
        return options.token()
                .map(token -> request.header("Authorization").equals(Optional.of("Bearer " + token)))
                .orElse(true);
    }

    private HttpApiResponse post(HttpApiRequest request) {
        if (!request.path().equals("/schematics")) {
            return text(404, "404 page not found");
        }
        try {
            Schematic schematic = schematics.add(request.text());
            return json(201, Map.of("id", schematic.id(), "schematic", schematic.yaml()));
        } catch (ButlerException e) {
            return text(400, "error decoding schematic: " + e.problems());
        }
    }

    private HttpApiResponse catalog(HttpApiRequest request) {
        if (request.path().equals("/versions")) {
            return json(200, FactoryCatalog.VERSIONS);
        }
        Matcher extensions = EXTENSIONS.matcher(request.path());
        if (extensions.matches()) {
            return ofVersion(extensions.group("version"), FactoryCatalog.extensions(extensions.group("version")));
        }
        Matcher overlays = OVERLAYS.matcher(request.path());
        return overlays.matches() ? ofVersion(overlays.group("version"), List.of()) : schematic(request.path());
    }

    private static HttpApiResponse ofVersion(String version, List<Map<String, String>> found) {
        if (!VERSION.matcher(version).matches()) {
            return text(500, "internal server error");
        }
        return FactoryCatalog.VERSIONS.contains(version) ? json(200, found) : text(404, "version not found");
    }

    private HttpApiResponse schematic(String path) {
        return Optional.of(path)
                .filter(text -> text.startsWith("/schematics/"))
                .flatMap(text -> schematics.find(text.substring("/schematics/".length())))
                .map(found -> HttpApiResponse.of(200, "application/yaml", found.yaml()))
                .orElseGet(() -> text(404, "404 page not found"));
    }

    /** Answers requests for artifacts that are not streamed: errors and redirects. */
    private HttpApiResponse artifact(HttpApiRequest request, ArtifactPath path) {
        Optional<HttpApiResponse> problem = problem(path);
        if (problem.isPresent()) {
            return problem.get();
        }
        builds.await(path);
        return new HttpApiResponse(
                302, Map.of("Location", storage.get().resolve(request.path()).toString()), new byte[0]);
    }

    private Optional<HttpApiResponse> problem(ArtifactPath path) {
        if (path.isEnterprise()) {
            return Optional.of(text(402, "enterprise feature"));
        }
        if (!path.isKnownFile()) {
            return Optional.of(text(400, "error parsing profile from path: invalid path " + path.file()));
        }
        if (options.everySchematic()) {
            return Optional.empty();
        }
        Optional<Schematic> schematic = schematics.find(path.schematic());
        if (schematic.isEmpty()) {
            return Optional.of(text(404, "schematic ID not found"));
        }
        if (!VERSION.matcher(path.version()).matches()) {
            return Optional.of(text(500, "internal server error"));
        }
        boolean built = FactoryCatalog.VERSIONS.contains(path.version())
                && FactoryCatalog.names(path.version()).containsAll(SchematicStore.extensions(schematic.get()));
        return built ? Optional.empty() : Optional.of(text(404, "artifact not found"));
    }

    /** HEAD is always answered directly, GET only without object storage. */
    @Override
    public Optional<StreamedResponse> stream(HttpApiRequest request) {
        boolean direct = request.method().equals("HEAD") || (request.method().equals("GET") && !options.redirects());
        return Optional.of(request)
                .filter(asked -> direct && isPermitted(asked))
                .flatMap(asked -> ArtifactPath.of(asked.path()))
                .filter(path -> problem(path).isEmpty())
                .map(path -> {
                    builds.await(path);
                    return artifacts.send(request, path);
                });
    }

    @Override
    public HttpApiResponse refusal(FaultKind fault, HttpApiRequest request) {
        return switch (fault) {
            case THROTTLE -> text(429, "too many requests");
            case UNAUTHORIZED -> text(401, "unauthorized");
            default -> text(503, "service unavailable");
        };
    }

    @Override
    public Optional<Subject> subject(HttpApiRequest request) {
        return Optional.of(new Subject(
                request.method().equals("POST") ? SimulatedOperation.CREATE : SimulatedOperation.READ,
                request.path().substring(request.path().lastIndexOf('/') + 1)));
    }

    static HttpApiResponse text(int status, String message) {
        return HttpApiResponse.of(status, "text/plain; charset=utf-8", message + "\n");
    }

    private static HttpApiResponse json(int status, Object tree) {
        try {
            return HttpApiResponse.json(status, JSON.writeValueAsString(tree));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("maps of texts can be written", e);
        }
    }
}
