package dev.butlerlabs.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.embedded.RequestInterceptor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * Counts the requests of one client by verb and resource: in the embedded API as an interceptor, for a kube-apiserver from its audit log. Thread-safe.
 */
final class RequestCounts implements RequestInterceptor {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> READS = List.of("get", "list", "watch");

    private final String caller;
    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

    /** @param caller the start of the user agent of the counted client */
    RequestCounts(String caller) {
        this.caller = caller;
    }

    /** Counts by verb and resource, such as {@code patch tenantclusters/status}. */
    record Snapshot(Map<String, Long> byRequest) {
        Snapshot {
            byRequest = Map.copyOf(byRequest);
        }

        Snapshot since(Snapshot before) {
            Map<String, Long> grown = new TreeMap<>();
            byRequest.forEach((request, count) -> {
                long more = count - before.byRequest().getOrDefault(request, 0L);
                if (more > 0) {
                    grown.put(request, more);
                }
            });
            return new Snapshot(grown);
        }

        /** The writes, without those that keep the lease. */
        long writes() {
            return sum(false);
        }

        long reads() {
            return sum(true);
        }

        private long sum(boolean reads) {
            return byRequest.entrySet().stream()
                    .filter(entry -> READS.contains(entry.getKey().split(" ", 2)[0]) == reads)
                    .filter(entry -> !entry.getKey().endsWith(" leases"))
                    .mapToLong(Map.Entry::getValue)
                    .sum();
        }
    }

    Snapshot snapshot() {
        Map<String, Long> now = new TreeMap<>();
        counts.forEach((request, count) -> now.put(request, count.sum()));
        return new Snapshot(now);
    }

    @Override
    public Verdict before(Visit visit) {
        if (visit.caller().startsWith(caller)) {
            count(request(visit.method(), visit.target()));
        }
        return Verdict.PASS;
    }

    private void count(String request) {
        counts.computeIfAbsent(request, name -> new LongAdder()).increment();
    }

    /** The verb and the resource of a request, as Kubernetes names them. */
    static String request(String method, String target) {
        String path = target.replaceFirst("\\?.*", "");
        List<String> words = Stream.of(path.split("/"))
                .filter(word -> !word.isEmpty())
                .skip(path.startsWith("/apis/") ? 3 : 2)
                .toList();
        boolean isInNamespace = words.size() > 2 && words.getFirst().equals("namespaces");
        List<String> resource = isInNamespace ? words.subList(2, words.size()) : words;
        if (resource.isEmpty()) {
            return "get discovery";
        }
        String subresource = resource.size() > 2 ? "/" + resource.get(2) : "";
        return verb(method, target, resource.size() > 1) + " " + resource.getFirst() + subresource;
    }

    private static String verb(String method, String target, boolean named) {
        return switch (method) {
            case "GET" -> named ? "get" : target.contains("watch=true") ? "watch" : "list";
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> "delete";
            default -> method;
        };
    }

    /** Counts a line of an audit log if it is a request of the client. */
    void countEvent(String event) {
        JsonNode parsed = parse(event);
        if (parsed.path("userAgent").asText().startsWith(caller)) {
            count(request(parsed));
        }
    }

    private static String request(JsonNode event) {
        JsonNode object = event.path("objectRef");
        String subresource = object.path("subresource").asText();
        return object.path("resource").asText().isEmpty()
                ? "get discovery"
                : event.path("verb").asText() + " " + object.path("resource").asText()
                        + (subresource.isEmpty() ? "" : "/" + subresource);
    }

    private static JsonNode parse(String event) {
        try {
            return JSON.readTree(event);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
