package dev.butlerlabs.core.embedded.testing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.embedded.EmbeddedApi;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.http.ApiRequest;
import dev.butlerlabs.core.embedded.http.ApiResponse;
import dev.butlerlabs.core.embedded.http.QueryParameters;
import dev.butlerlabs.core.embedded.json.JsonCodec;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.status.ApiStatusDetails;
import dev.butlerlabs.core.embedded.store.RangeQuery;
import dev.butlerlabs.core.embedded.store.RevisionedValue;
import dev.butlerlabs.core.embedded.store.Store;
import dev.butlerlabs.core.embedded.store.StoreEntry;
import dev.butlerlabs.core.embedded.store.StoreOptions;
import dev.butlerlabs.core.kube.ObjectSerialization;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A Kubernetes API with the CRDs of Butler inside the test: no socket, no server thread, no garbage collection. The client calls the API on
 * the calling thread.
 *
 * <p>It records the requests that changed something, can reject chosen requests and can be unreachable. Instances are reused, so opening one takes about a millisecond; close it to return it empty.
 */
public final class InMemoryKubernetes implements AutoCloseable {
    /** Unused APIs by the names of their additional CRDs. */
    private static final Map<Set<String>, Queue<Backend>> FREE = new ConcurrentHashMap<>();

    private final Backend backend;
    private final KubernetesClient client;
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final EffectLog effects;
    private final List<Rejection> rejections = new CopyOnWriteArrayList<>();
    private boolean down;

    private InMemoryKubernetes(Backend backend, EffectLog effects) {
        this.effects = effects;
        this.backend = backend;
        this.client = new KubernetesClientBuilder()
                .withConfig(configuration())
                .withHttpClientFactory(new DirectHttpClient.Factory(this::answer))
                .withKubernetesSerialization(ObjectSerialization.plain())
                .withTaskExecutor(Runnable::run)
                .build();
    }

    private static Config configuration() {
        return new ConfigBuilder(Config.empty())
                .withMasterUrl("https://in-memory.invalid")
                .withRequestRetryBackoffLimit(0)
                .withOnlyHttpWatches(true)
                .build();
    }

    /**
     * Returns an API without objects other than the first namespaces and the CRDs of Butler.
     *
     * @param effects records the requests that change something
     */
    public static InMemoryKubernetes open(Clock clock, EffectLog effects) {
        return open(clock, effects, List.of());
    }

    /**
     * Returns an API with additional CRDs, which stay installed when it is reused.
     *
     * @param definitions CRDs that are not those of Butler
     */
    public static InMemoryKubernetes open(Clock clock, EffectLog effects, List<CustomResourceDefinition> definitions) {
        Backend free = Optional.ofNullable(free(Backend.names(definitions)).poll())
                .orElseGet(() -> Backend.create(definitions));
        free.clock.source = clock;
        return new InMemoryKubernetes(free, effects);
    }

    private static Queue<Backend> free(Set<String> definitions) {
        return FREE.computeIfAbsent(definitions, names -> new ConcurrentLinkedQueue<>());
    }

    /** Returns an API whose clock stands still. */
    public static InMemoryKubernetes open() {
        return open(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC), new EffectLog());
    }

    public KubernetesClient client() {
        return client;
    }

    /** Returns the requests that changed something. */
    public EffectLog effects() {
        return effects;
    }

    /** Returns all requests except watches, such as {@code GET /api/v1/namespaces/default/secrets}. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    /** Rejects requests whose method and path contain this text, until {@link #acceptAll}. */
    public void reject(String methodAndPath, int code, String reason) {
        rejections.add(new Rejection(methodAndPath, code, reason));
    }

    public void acceptAll() {
        rejections.clear();
    }

    /** Makes every request fail as if no server were listening. */
    public void down(boolean unreachable) {
        down = unreachable;
    }

    private record Rejection(String text, int code, String reason) {
        private ApiException error() {
            return new ApiException(code, reason, "rejected by the test", ApiStatusDetails.ABSENT);
        }
    }

    private synchronized Optional<DirectHttpClient.Reply> answer(StandardHttpRequest request) {
        effects.requireAlive();
        if (down) {
            throw new UncheckedIOException(new java.net.ConnectException("Connection refused"));
        }
        if (isWatch(request)) {
            return Optional.empty();
        }
        String line = request.method() + " " + request.uri().getPath();
        requests.add(line);
        long before = backend.store.revision();
        ApiResponse response = response(request, line);
        if (backend.store.revision() > before) {
            effects.add(line);
        }
        return Optional.of(new DirectHttpClient.Reply(response.status(), response.contentType(), content(response)));
    }

    private static boolean isWatch(StandardHttpRequest request) {
        return Optional.ofNullable(request.uri().getQuery()).orElse("").contains("watch=true");
    }

    private static byte[] content(ApiResponse response) {
        return switch (response) {
            case ApiResponse.Whole whole -> whole.body();
            case ApiResponse.Streamed streamed -> written(streamed);
        };
    }

    private static byte[] written(ApiResponse.Streamed streamed) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            streamed.writer().write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private ApiResponse response(StandardHttpRequest request, String line) {
        try {
            for (Rejection rejection : rejections) {
                if (line.contains(rejection.text())) {
                    throw rejection.error();
                }
            }
            return backend.api.handle(apiRequest(request));
        } catch (ApiException e) {
            return ApiResponse.json(e.code(), e.toStatus());
        }
    }

    private static ApiRequest apiRequest(StandardHttpRequest request) {
        List<String> path = Arrays.stream(request.uri().getPath().split("/", -1))
                .filter(word -> !word.isEmpty())
                .toList();
        String query = Optional.ofNullable(request.uri().getRawQuery()).orElse("");
        return new ApiRequest(
                request.method(),
                path,
                QueryParameters.parse(query),
                new ApiRequest.Headers(
                        "",
                        header(request, "Accept"),
                        Optional.ofNullable(request.getContentType()).orElse("application/json"),
                        header(request, "User-Agent"),
                        "in-memory.invalid",
                        "",
                        ApiRequest.Impersonation.NONE),
                List.of(),
                () -> body(request));
    }

    private static String header(StandardHttpRequest request, String name) {
        return Optional.ofNullable(request.header(name)).orElse("");
    }

    private static byte[] body(StandardHttpRequest request) {
        return switch (request.body()) {
            case null -> new byte[0];
            case StandardHttpRequest.StringBodyContent text ->
                text.getContent().getBytes(java.nio.charset.StandardCharsets.UTF_8);
            case StandardHttpRequest.ByteArrayBodyContent bytes -> bytes.getContent();
            case StandardHttpRequest.InputStreamBodyContent stream -> read(stream.getContent());
            default -> throw new IllegalStateException("unknown body");
        };
    }

    private static byte[] read(InputStream stream) {
        try {
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the objects that tests and code under test created, by their key, without what differs between two equal runs: uids,
     * resource versions, generated names and timestamps. Events are left out.
     *
     * @param redact replaces values that are random
     */
    public SequencedMap<String, JsonNode> objects(Function<JsonNode, JsonNode> redact) {
        return backend.created().stream()
                .filter(entry -> !entry.key().contains("/events"))
                .collect(Collectors.toMap(
                        StoreEntry::key,
                        entry -> redact.apply(ComparableObject.of(
                                KubernetesObject.parse(entry.value()).tree())),
                        (first, second) -> first,
                        TreeMap::new));
    }

    public SequencedMap<String, JsonNode> objects() {
        return objects(Function.identity());
    }

    /** Deletes everything that was created and returns the API to the pool. */
    @Override
    public void close() {
        client.close();
        if (backend.reset()) {
            free(backend.definitions).add(backend);
        }
    }

    /** A store with the API over it. */
    private static final class Backend {
        private final Store store;
        private final SettableClock clock;
        private final EmbeddedApi api;
        private final Set<String> definitions;
        private final Map<String, Long> baseline;

        private Backend(Store store, SettableClock clock, EmbeddedApi api, Set<String> definitions) {
            this.definitions = definitions;
            this.store = store;
            this.clock = clock;
            this.api = api;
            this.baseline = all().stream().collect(Collectors.toUnmodifiableMap(StoreEntry::key, StoreEntry::revision));
        }

        private static Backend create(List<CustomResourceDefinition> more) {
            SettableClock clock = new SettableClock();
            Store store = Store.open(StoreOptions.inMemory());
            EmbeddedApiOptions options = EmbeddedApiOptions.inMemory()
                    .withClock(clock)
                    .withDefinitions(
                            new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts()));
            EmbeddedApi api = EmbeddedApi.over(store, options);
            applyDefinitions(new Backend(store, clock, api, Set.of()), more);
            return new Backend(store, clock, api, names(more));
        }

        private static Set<String> names(List<CustomResourceDefinition> definitions) {
            return definitions.stream()
                    .map(definition -> definition.getMetadata().getName())
                    .collect(Collectors.toUnmodifiableSet());
        }

        /** Applies the CRDs as a client does, so that a step that applies them again changes nothing. */
        private static void applyDefinitions(Backend backend, List<CustomResourceDefinition> more) {
            try (KubernetesClient client = new InMemoryKubernetes(backend, new EffectLog()).client) {
                CustomResourceDefinitionFiles.all()
                        .forEach(definition -> ServerSideApply.asButlerForced().apply(client, definition));
                more.forEach(definition -> client.resource(definition).create());
            }
        }

        private List<StoreEntry> all() {
            return store.range(RangeQuery.all("/")).entries();
        }

        private List<StoreEntry> created() {
            return all().stream()
                    .filter(entry -> !baseline.containsKey(entry.key()))
                    .toList();
        }

        /** Returns false if the API cannot be used again because its first objects or CRDs changed. */
        private boolean reset() {
            List<StoreEntry> created = new ArrayList<>(created());
            boolean reusable = all().size() - created.size() == baseline.size()
                    && all().stream()
                            .allMatch(entry -> baseline.getOrDefault(entry.key(), entry.revision()) == entry.revision())
                    && created.stream().noneMatch(entry -> entry.key().contains("customresourcedefinitions"));
            if (reusable) {
                created.forEach(entry -> store.delete(
                        entry.key(), entry.revision(), RevisionedValue.fixed(JsonCodec.write(JsonCodec.object()))));
            } else {
                store.close();
            }
            return reusable;
        }
    }

    private static final class SettableClock extends Clock {
        private volatile Clock source = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

        @Override
        public Instant instant() {
            return source.instant();
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
