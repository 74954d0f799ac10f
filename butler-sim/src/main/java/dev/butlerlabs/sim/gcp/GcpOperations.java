package dev.butlerlabs.sim.gcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/** The operations and the memory of request IDs. Guarded by the lock of the project. */
final class GcpOperations {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX").withZone(ZoneOffset.UTC);

    private final GcpLinks links;
    private final Map<String, ObjectNode> operations = new LinkedHashMap<>();
    private final Map<String, Remembered> requests = new LinkedHashMap<>();
    private Instant last = Instant.EPOCH;
    private long numbers = 7_000_000_000_000_000L;

    GcpOperations(GcpLinks links) {
        this.links = links;
    }

    private record Remembered(String request, ObjectNode operation) {}

    /**
     * Processes a request, or returns the operation of an earlier request with the same ID.
     *
     * @param request method, path and body
     */
    ObjectNode once(Optional<String> requestId, String request, Supplier<ObjectNode> work) {
        if (requestId.isEmpty()) {
            return work.get();
        }
        requireUuid(requestId.get());
        Remembered before = requests.get(requestId.get());
        if (before != null) {
            if (!before.request().equals(request)) {
                throw GcpApiError.invalidValue("requestId", requestId.get());
            }
            return before.operation();
        }
        ObjectNode operation = work.get();
        requests.put(requestId.get(), new Remembered(request, operation));
        return operation;
    }

    private static void requireUuid(String text) {
        boolean valid = text.matches("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}") && !text.matches("[0-]+");
        if (!valid) {
            throw GcpApiError.invalidValue("requestId", text);
        }
    }

    /**
     * Starts an operation.
     *
     * @param target path of the resource below the project
     */
    ObjectNode start(String type, String target, String targetId) {
        String scope = target.startsWith("global/")
                ? "global"
                : target.substring(0, target.indexOf('/', target.indexOf('/') + 1));
        String name = "operation-" + Instant.now().toEpochMilli() + "-"
                + UUID.randomUUID().toString().substring(0, 13);
        String path = scope + "/operations/" + name;
        ObjectNode operation = GcpJson.object()
                .put("kind", "compute#operation")
                .put("id", Long.toString(++numbers))
                .put("name", name)
                .put("operationType", type)
                .put("targetLink", links.of(target))
                .put("targetId", targetId)
                .put("status", "PENDING")
                .put("progress", 0)
                .put("user", "butler@%s.iam.gserviceaccount.com".formatted(links.project()))
                .put("insertTime", now())
                .put("selfLink", links.of(path));
        if (scope.startsWith("zones/")) {
            operation.put("zone", links.of(scope));
        } else if (scope.startsWith("regions/")) {
            operation.put("region", links.of(scope));
        }
        operations.put(path, operation);
        return operation;
    }

    /** Returns the current time. Times are unique and increasing, so that they order resources. */
    String now() {
        Instant now = Instant.now();
        last = now.isAfter(last.plusNanos(1000)) ? now : last.plusNanos(1000);
        return TIME.format(last);
    }

    void run(ObjectNode operation) {
        operation.put("status", "RUNNING").put("startTime", now()).put("progress", 50);
    }

    void finish(ObjectNode operation) {
        operation
                .put("status", "DONE")
                .put("progress", 100)
                .put("startTime", operation.path("startTime").asText(now()))
                .put("endTime", now());
    }

    void fail(ObjectNode operation, String code, String message, Optional<ObjectNode> quota) {
        finish(operation);
        ObjectNode error = operation.putObject("error").putArray("errors").addObject();
        error.put("code", code).put("message", message);
        quota.ifPresent(info -> error.putArray("errorDetails").addObject().set("quotaInfo", info));
        operation
                .put("httpErrorStatusCode", code.equals("QUOTA_EXCEEDED") ? 403 : 503)
                .put("httpErrorMessage", code.equals("QUOTA_EXCEEDED") ? "FORBIDDEN" : "SERVICE UNAVAILABLE");
    }

    ObjectNode get(String path) {
        return Optional.ofNullable(operations.get(path)).orElseThrow(() -> GcpApiError.notFound(path));
    }

    List<ObjectNode> list(String scope) {
        return operations.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(scope + "/operations/"))
                .map(Map.Entry::getValue)
                .toList();
    }
}
