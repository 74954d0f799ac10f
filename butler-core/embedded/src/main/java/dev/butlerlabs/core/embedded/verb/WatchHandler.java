package dev.butlerlabs.core.embedded.verb;

import dev.butlerlabs.core.embedded.http.ApiResponse;
import dev.butlerlabs.core.embedded.http.QueryParameters;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.registry.ObjectRegistry;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.schema.FieldError;
import dev.butlerlabs.core.embedded.selector.FieldSelector;
import dev.butlerlabs.core.embedded.selector.LabelSelector;
import dev.butlerlabs.core.embedded.selector.ObjectSelector;
import dev.butlerlabs.core.embedded.watch.WatchEventFormat;
import dev.butlerlabs.core.embedded.watch.WatchOptions;
import dev.butlerlabs.core.embedded.watch.WatchSession;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;

/** Handles watch requests (GET with {@code watch=true}). */
final class WatchHandler {
    /** The default timeout of a watch. */
    private static final Duration USUAL_TIMEOUT = Duration.ofMinutes(45);

    /**
     * The response to a WebSocket upgrade: a status of 200 without an upgrade means that WebSockets are not supported, and the client falls
     * back to HTTP streaming.
     */
    private static final ApiResponse WITHOUT_WEBSOCKET = ApiResponse.text(200, "");

    private final ObjectRegistry registry;
    private final ResponseRenderer presenter;

    WatchHandler(ObjectRegistry registry, ResponseRenderer presenter) {
        this.registry = registry;
        this.presenter = presenter;
    }

    ApiResponse watch(ResourceRequest request) {
        WatchOptions options = options(request);
        if (request.http().headers().upgrade().equalsIgnoreCase("websocket")) {
            return WITHOUT_WEBSOCKET;
        }
        return new ApiResponse.Streamed(
                200, "application/json", out -> new WatchSession(registry.store(), options, out).run());
    }

    private WatchOptions options(ResourceRequest request) {
        QueryParameters query = request.query();
        ServedResource resource = request.resource();
        FieldSelector fields = FieldSelector.parse(query.text("fieldSelector"), resource);
        ObjectSelector selector =
                LabelSelector.parse(query.text("labelSelector")).also(fields.selector());
        boolean initial = initialEvents(query);
        long version = ListOptions.versionOrFail(query);
        boolean fromPresent = version == 0 || initial;
        return new WatchOptions(
                resource,
                prefix(request),
                selector.also(oneName(request)),
                form(request),
                fromPresent ? OptionalLong.empty() : OptionalLong.of(version),
                query.flag("allowWatchBookmarks"),
                initial && query.flag("allowWatchBookmarks"),
                timeout(query));
    }

    private static String prefix(ResourceRequest request) {
        return request.resource().prefix(request.namespace());
    }

    /** Returns a selector for the object of the path. */
    private static ObjectSelector oneName(ResourceRequest request) {
        String name = request.target().name();
        return name.isEmpty()
                ? ObjectSelector.EVERYTHING
                : object -> object.name().equals(name);
    }

    /** Whether the client requests the current state as initial events; the API allows only one combination of parameters for it. */
    private static boolean initialEvents(QueryParameters query) {
        if (query.text("sendInitialEvents").isEmpty()) {
            if (!query.text("resourceVersionMatch").isEmpty()) {
                throw RequestOptions.invalid(
                        "ListOptions",
                        FieldError.forbidden(
                                "resourceVersionMatch",
                                "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
            }
            return false;
        }
        if (!query.text("resourceVersionMatch").equals("NotOlderThan")) {
            throw RequestOptions.invalid(
                    "ListOptions",
                    FieldError.forbidden(
                            "resourceVersionMatch",
                            "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
        }
        return query.flag("sendInitialEvents");
    }

    private WatchEventFormat form(ResourceRequest request) {
        return switch (request.representation().form()) {
            case OBJECT -> WatchEventFormat.STORED;
            case TABLE -> tableForm(presenter.table(request));
            case PARTIAL, PARTIAL_LIST -> PartialObject::of;
        };
    }

    /** Renders rows; only the first event contains the column definitions. */
    private static WatchEventFormat tableForm(TableRenderer table) {
        AtomicBoolean told = new AtomicBoolean();
        return (KubernetesObject object) ->
                told.compareAndSet(false, true) ? table.of(object) : table.withoutColumns(object);
    }

    private static Duration timeout(QueryParameters query) {
        long seconds = query.number("timeoutSeconds");
        return seconds > 0 ? Duration.ofSeconds(seconds) : USUAL_TIMEOUT;
    }
}
