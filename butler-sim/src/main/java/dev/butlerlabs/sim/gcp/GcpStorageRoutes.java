package dev.butlerlabs.sim.gcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.http.HttpApiRequest;
import dev.butlerlabs.sim.http.HttpApiResponse;
import dev.butlerlabs.sim.http.HttpApplication.Subject;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Routes requests to the JSON API of Cloud Storage. */
final class GcpStorageRoutes {
    private static final String API = "/storage/v1/b";
    private static final Set<String> UPLOADS = Set.of("/upload" + API, "/resumable/upload" + API);
    private static final Set<String> COMMON = Set.of("alt", "fields", "key", "prettyPrint", "projection", "uploadType");

    private final GcpStorage storage;
    private final Supplier<String> base;

    /** @param base URL of this server, for the URLs of upload sessions */
    GcpStorageRoutes(GcpStorage storage, Supplier<String> base) {
        this.storage = storage;
        this.base = base;
    }

    static boolean isStorage(HttpApiRequest request) {
        return request.path().startsWith(API) || isUpload(request);
    }

    private static boolean isUpload(HttpApiRequest request) {
        return UPLOADS.stream().anyMatch(request.path()::startsWith);
    }

    /** Returns whether a request belongs to an upload session, whose URL is sufficient as a login. */
    static boolean isInSession(HttpApiRequest request) {
        return isUpload(request) && query(request).containsKey("upload_id");
    }

    static boolean isContent(HttpApiRequest request) {
        return isInSession(request) && request.method().equals("PUT");
    }

    private static Map<String, String> query(HttpApiRequest request) {
        Map<String, String> parameters = new HashMap<>();
        Optional.ofNullable(request.uri().getRawQuery())
                .ifPresent(text -> Arrays.stream(text.split("&", -1)).forEach(pair -> {
                    String[] sides = pair.split("=", 2);
                    parameters.put(sides[0], sides.length > 1 ? decoded(sides[1]) : "");
                }));
        return parameters;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    /** Returns the decoded segments below the collection of buckets: bucket, {@code o} and object. */
    private static List<String> segments(HttpApiRequest request) {
        String raw = request.uri().getRawPath();
        String below = raw.substring(raw.indexOf(API) + API.length());
        return Arrays.stream(below.split("/", -1))
                .filter(segment -> !segment.isEmpty())
                .map(GcpStorageRoutes::decoded)
                .toList();
    }

    HttpApiResponse answer(HttpApiRequest request) {
        List<String> segments = segments(request);
        if (isInSession(request)) {
            return cancel(request);
        }
        if (isUpload(request)) {
            return start(request, segments);
        }
        return switch (segments.size()) {
            case 0 -> buckets(request);
            case 1 -> bucket(request, segments.getFirst());
            case 3 -> object(request, segments.getFirst(), segments.getLast());
            default -> throw new GcpApiError(404, "notFound", "Not Found");
        };
    }

    private HttpApiResponse buckets(HttpApiRequest request) {
        Map<String, String> query = query(request);
        only(query, "project", "prefix", "maxResults", "pageToken");
        if (!GcpCatalog.PROJECT.equals(query.get("project"))) {
            throw new GcpApiError(403, "forbidden", "The caller does not have access to the project.");
        }
        return switch (request.method()) {
            case "GET" -> ok(storage.listBuckets(query.getOrDefault("prefix", "")));
            case "POST" -> ok(storage.createBucket(GcpJson.parse(request.body()), now()));
            default -> throw notAllowed();
        };
    }

    private HttpApiResponse bucket(HttpApiRequest request, String name) {
        only(query(request));
        return switch (request.method()) {
            case "GET" -> ok(storage.bucket(name).deepCopy());
            case "DELETE" -> {
                storage.deleteBucket(name);
                yield new HttpApiResponse(204, Map.of(), new byte[0]);
            }
            default -> throw notAllowed();
        };
    }

    private HttpApiResponse object(HttpApiRequest request, String bucket, String name) {
        only(query(request), "generation", "ifGenerationMatch");
        return switch (request.method()) {
            case "GET" -> ok(storage.object(bucket, name).json().deepCopy());
            case "DELETE" -> {
                storage.deleteObject(bucket, name);
                yield new HttpApiResponse(204, Map.of(), new byte[0]);
            }
            default -> throw notAllowed();
        };
    }

    private HttpApiResponse start(HttpApiRequest request, List<String> segments) {
        Map<String, String> query = query(request);
        only(query, "name", "ifGenerationMatch");
        if (!request.method().equals("POST") || segments.size() != 2) {
            throw notAllowed();
        }
        if (!"resumable".equals(query.get("uploadType"))) {
            throw GcpApiError.invalid("Only resumable uploads are simulated.");
        }
        String id = storage.startUpload(
                segments.getFirst(),
                Optional.ofNullable(query.get("name")),
                GcpJson.parse(request.body()),
                Optional.ofNullable(query.get("ifGenerationMatch")),
                request.header("X-Upload-Content-Length"));
        String session = "%s/upload%s/%s/o?uploadType=resumable&upload_id=%s"
                .formatted(base.get(), API, segments.getFirst(), id);
        return new HttpApiResponse(200, Map.of("Location", session, "X-GUploader-UploadID", id), new byte[0]);
    }

    /** Ends a session, with a status of its own. */
    private HttpApiResponse cancel(HttpApiRequest request) {
        if (!request.method().equals("DELETE")) {
            throw notAllowed();
        }
        storage.cancel(query(request).get("upload_id"));
        return new HttpApiResponse(499, Map.of(), new byte[0]);
    }

    /** Receives a part of an upload. */
    HttpApiResponse receive(HttpApiRequest head, InputStream body) throws IOException {
        GcpUploadSession session = storage.session(query(head).get("upload_id"));
        Optional<ObjectNode> object = session.receive(head, body, () -> storage.complete(session, now()));
        if (object.isPresent()) {
            return ok(object.get());
        }
        return new HttpApiResponse(
                308, session.storedRange().map(range -> Map.of("Range", range)).orElse(Map.of()), new byte[0]);
    }

    /** Returns what a request is about, for the fault plan. */
    static Subject subject(HttpApiRequest request) {
        List<String> segments = segments(request);
        String about = segments.isEmpty() ? "" : segments.getLast();
        return new Subject(
                switch (request.method()) {
                    case "POST" -> SimulatedOperation.CREATE;
                    case "PUT" -> SimulatedOperation.UPDATE;
                    case "DELETE" -> SimulatedOperation.DELETE;
                    default -> segments.isEmpty() ? SimulatedOperation.LIST : SimulatedOperation.READ;
                },
                about);
    }

    private static void only(Map<String, String> query, String... known) {
        Set<String> allowed = Set.of(known);
        query.keySet().stream()
                .filter(name -> !allowed.contains(name) && !COMMON.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw GcpApiError.invalid("Unknown name \"%s\": Cannot bind query parameter.".formatted(name));
                });
    }

    private static GcpApiError notAllowed() {
        return new GcpApiError(405, "httpMethodNotAllowed", "Method not allowed.");
    }

    private static String now() {
        return Instant.now().toString();
    }

    private static HttpApiResponse ok(ObjectNode body) {
        return HttpApiResponse.json(200, GcpJson.text(body));
    }
}
