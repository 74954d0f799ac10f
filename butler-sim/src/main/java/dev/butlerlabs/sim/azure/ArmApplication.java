package dev.butlerlabs.sim.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.http.HttpApiRequest;
import dev.butlerlabs.sim.http.HttpApiResponse;
import dev.butlerlabs.sim.http.HttpApplication;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/** Dispatches requests: tokens, resources, operations, and what a subscription offers. */
final class ArmApplication implements HttpApplication {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Set<String> ACCESS =
            Set.of("microsoft.compute/disks/begingetaccess", "microsoft.compute/disks/endgetaccess");
    private static final Set<String> OPERATIONS =
            Set.of("microsoft.compute/locations/operations", "microsoft.compute/locations/diskoperations");

    private final AzureCloud cloud;
    private final EntraEndpoint tokens;
    private final ArmPermissions permissions;
    private final AzureSubscriptionApi subscription;
    private final PageBlobApi blobs;
    private final int pageSize;
    private final Supplier<String> base;

    /** @param base URL of this server, for links in responses */
    ArmApplication(
            AzureCloud cloud, EntraEndpoint tokens, ArmPermissions permissions, int pageSize, Supplier<String> base) {
        this.cloud = cloud;
        this.tokens = tokens;
        this.permissions = permissions;
        this.subscription = new AzureSubscriptionApi(cloud, permissions);
        this.blobs = new PageBlobApi(cloud.images, cloud.faults());
        this.pageSize = pageSize;
        this.base = base;
    }

    @Override
    public boolean receives(HttpApiRequest head) {
        return PageBlobApi.isBlob(head);
    }

    @Override
    public HttpApiResponse receive(HttpApiRequest head, InputStream body) throws IOException {
        return blobs.receive(head, body);
    }

    @Override
    public HttpApiResponse answer(HttpApiRequest request) {
        try {
            return tokens.answer(request, base.get()).orElseGet(() -> resource(request));
        } catch (ArmException e) {
            return e.response();
        }
    }

    private HttpApiResponse resource(HttpApiRequest request) {
        tokens.requireToken(request);
        ArmTarget target = ArmTarget.of(request)
                .orElseThrow(() -> new ArmException(
                        404, "InvalidResourceType", "The path %s is unknown.".formatted(request.path())));
        requireScope(target);
        permissions.require(target, request.method());
        ArmApiVersions.require(target);
        if (OPERATIONS.contains(target.type())) {
            return operation(cloud.operations.require(target.name()), target.query());
        }
        if (AzureSubscriptionApi.isSkus(target) && request.method().equals("GET")) {
            return page(request, target, subscription.skus(target));
        }
        Optional<JsonNode> offered = subscription.answer(target, request.method());
        if (offered.isPresent()) {
            return response(200, offered.get(), Map.of());
        }
        return switch (request.method()) {
            case "GET" -> target.isList() ? page(request, target, cloud.list(target.type())) : get(request, target);
            case "PUT" -> put(request, target);
            case "DELETE" -> delete(request);
            case "POST" -> action(request, target);
            default ->
                throw new ArmException(
                        405, "MethodNotAllowed", "The method %s is not simulated.".formatted(request.method()));
        };
    }

    /** Returns the state of an operation, or its result at the URL in the header Location. */
    private static HttpApiResponse operation(ArmOperations.ArmOperation operation, Map<String, String> query) {
        if (!query.containsKey("monitor")) {
            return response(200, operation.document(), Map.of("Retry-After", "1"));
        }
        return operation.isOver()
                ? response(200, operation.output().orElseGet(JsonNodeFactory.instance::objectNode), Map.of())
                : new HttpApiResponse(202, headers(Map.of("Retry-After", "1")), new byte[0]);
    }

    private static void requireScope(ArmTarget target) {
        if (!target.subscription().equalsIgnoreCase(AzureCatalog.SUBSCRIPTION)) {
            throw new ArmException(
                    404,
                    "SubscriptionNotFound",
                    "The subscription '%s' could not be found.".formatted(target.subscription()));
        }
        if (!target.group().isEmpty() && !target.group().equalsIgnoreCase(AzureCatalog.GROUP)) {
            throw new ArmException(
                    404, "ResourceGroupNotFound", "Resource group '%s' could not be found.".formatted(target.group()));
        }
    }

    private HttpApiResponse get(HttpApiRequest request, ArmTarget target) {
        boolean withState = target.query().getOrDefault("$expand", "").equalsIgnoreCase("instanceView");
        return response(
                200,
                cloud.get(request.path(), withState).orElseThrow(() -> ArmException.absent(request.path())),
                Map.of());
    }

    private HttpApiResponse page(HttpApiRequest request, ArmTarget target, List<ObjectNode> all) {
        int from = Integer.parseInt(target.query().getOrDefault("$skiptoken", "0"));
        int to = Math.min(all.size(), from + pageSize);
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        ArrayNode value = body.putArray("value");
        all.subList(Math.min(from, to), to).forEach(value::add);
        if (to < all.size()) {
            body.put("nextLink", nextLink(request, target.query(), to));
        }
        return response(200, body, Map.of());
    }

    private String nextLink(HttpApiRequest request, Map<String, String> query, int from) {
        String filter = Optional.ofNullable(query.get("$filter"))
                .map(text -> "&$filter=" + URLEncoder.encode(text, StandardCharsets.UTF_8))
                .orElse("");
        return "%s%s?api-version=%s%s&$skiptoken=%d"
                .formatted(base.get(), request.path(), query.get("api-version"), filter, from);
    }

    private HttpApiResponse put(HttpApiRequest request, ArmTarget target) {
        AzureCloud.Written written = cloud.put(
                request.path(),
                target.type(),
                body(request),
                request.header("If-None-Match"),
                request.header("If-Match"));
        int created = target.type().equals(ArmRegistry.DISK.toLowerCase(Locale.ROOT)) ? 202 : 201;
        return response(written.created() ? created : 200, written.document(), operationHeaders(written.operation()));
    }

    private static JsonNode body(HttpApiRequest request) {
        try {
            JsonNode body = MAPPER.readTree(request.body());
            if (body != null && body.isObject()) {
                return body;
            }
        } catch (IOException e) {
            // Rejected below.
        }
        throw ArmException.invalid(
                "InvalidRequestContent", "The request content was invalid and could not be deserialized.");
    }

    private HttpApiResponse delete(HttpApiRequest request) {
        return cloud.delete(request.path())
                .map(operation -> new HttpApiResponse(202, headers(operationHeaders(operation)), new byte[0]))
                .orElseGet(() -> new HttpApiResponse(204, headers(Map.of()), new byte[0]));
    }

    /** Powers virtual machines on and off, and grants access to disks. */
    private HttpApiResponse action(HttpApiRequest request, ArmTarget target) {
        String path = request.path();
        String id = path.substring(0, path.lastIndexOf('/'));
        if (ACCESS.contains(target.type())) {
            boolean begin = target.type().endsWith("begingetaccess");
            Map<String, String> headers = new HashMap<>(diskOperationHeaders(cloud.access(
                    id, begin, begin ? body(request) : JsonNodeFactory.instance.objectNode(), base.get())));
            headers.put("Location", headers.get("Azure-AsyncOperation") + "&monitor=true");
            return new HttpApiResponse(202, headers(headers), new byte[0]);
        }
        SimulatedAzureVm vm = cloud.vms.find(id).orElseThrow(() -> ArmException.absent(id));
        ArmOperations.ArmOperation operation = cloud.operations.begin();
        switch (path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT)) {
            case "poweroff" -> {
                cloud.vms.stop(vm);
                operation.succeed();
            }
            case "start" -> cloud.vms.start(vm, operation);
            default ->
                throw new ArmException(
                        404, "InvalidResourceType", "The action %s is unknown.".formatted(target.type()));
        }
        return new HttpApiResponse(202, headers(operationHeaders(operation)), new byte[0]);
    }

    private Map<String, String> operationHeaders(ArmOperations.ArmOperation operation) {
        return operationHeaders(operation, "operations", ArmApiVersions.COMPUTE);
    }

    private Map<String, String> diskOperationHeaders(ArmOperations.ArmOperation operation) {
        return operationHeaders(operation, "DiskOperations", ArmApiVersions.DISKS);
    }

    private Map<String, String> operationHeaders(ArmOperations.ArmOperation operation, String type, String api) {
        String url = "%s/subscriptions/%s/providers/Microsoft.Compute/locations/%s/%s/%s?api-version=%s"
                .formatted(base.get(), AzureCatalog.SUBSCRIPTION, AzureCatalog.LOCATION, type, operation.id, api);
        return Map.of("Azure-AsyncOperation", url, "Retry-After", "1");
    }

    private static HttpApiResponse response(int status, JsonNode body, Map<String, String> more) {
        return new HttpApiResponse(status, headers(more), body.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static Map<String, String> headers(Map<String, String> more) {
        Map<String, String> headers = new HashMap<>(more);
        headers.put("Content-Type", "application/json; charset=utf-8");
        headers.put("x-ms-request-id", UUID.randomUUID().toString());
        headers.put("x-ms-correlation-request-id", UUID.randomUUID().toString());
        headers.put("x-ms-ratelimit-remaining-subscription-reads", "11999");
        return headers;
    }

    @Override
    public HttpApiResponse refusal(FaultKind fault, HttpApiRequest request) {
        if (PageBlobApi.isBlob(request)) {
            return PageBlobApi.refusal(fault);
        }
        if (request.path().endsWith("/oauth2/v2.0/token")) {
            return switch (fault) {
                case THROTTLE -> EntraEndpoint.error(429, "temporarily_unavailable", "AADSTS90055: Too many requests.");
                case UNAUTHORIZED ->
                    EntraEndpoint.error(401, "invalid_client", "AADSTS7000215: Invalid client secret provided.");
                default ->
                    EntraEndpoint.error(503, "temporarily_unavailable", "AADSTS90033: A transient error has occurred.");
            };
        }
        return switch (fault) {
            case THROTTLE ->
                new ArmException(
                                429, "TooManyRequests", "The request is being throttled as the limit has been reached.")
                        .response();
            case UNAUTHORIZED ->
                new ArmException(401, "InvalidAuthenticationToken", "The access token is invalid.").response();
            default ->
                new ArmException(
                                503,
                                "InternalServerError",
                                "The server encountered an internal error. Please retry the request.")
                        .response();
        };
    }

    @Override
    public Optional<Subject> subject(HttpApiRequest request) {
        if (PageBlobApi.isBlob(request)) {
            return Optional.of(new Subject(SimulatedOperation.UPDATE, blobs.about(request)));
        }
        Optional<ArmTarget> target = ArmTarget.of(request);
        if (target.isEmpty()) {
            return Optional.of(new Subject(SimulatedOperation.READ, ""));
        }
        String about = target.get().name();
        return Optional.of(
                switch (request.method()) {
                    case "PUT" ->
                        new Subject(
                                cloud.exists(request.path()) ? SimulatedOperation.UPDATE : SimulatedOperation.CREATE,
                                about);
                    case "DELETE" -> new Subject(SimulatedOperation.DELETE, about);
                    case "GET" ->
                        new Subject(target.get().isList() ? SimulatedOperation.LIST : SimulatedOperation.READ, about);
                    default -> new Subject(SimulatedOperation.UPDATE, about);
                });
    }
}
