package dev.butlerlabs.core.embedded.verb;

import dev.butlerlabs.core.embedded.http.Answer;
import dev.butlerlabs.core.embedded.http.Query;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.registry.Registry;
import dev.butlerlabs.core.embedded.resource.Resource;
import dev.butlerlabs.core.embedded.schema.FieldError;
import dev.butlerlabs.core.embedded.selector.FieldSelector;
import dev.butlerlabs.core.embedded.selector.LabelSelector;
import dev.butlerlabs.core.embedded.selector.Selector;
import dev.butlerlabs.core.embedded.watch.EventForm;
import dev.butlerlabs.core.embedded.watch.WatchOptions;
import dev.butlerlabs.core.embedded.watch.WatchSession;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;

/** Handles watch requests (GET with {@code watch=true}). */
final class Watching {
    /** The default timeout of a watch. */
    private static final Duration USUAL_TIMEOUT = Duration.ofMinutes(45);

    /**
     * The response to a WebSocket upgrade: a status of 200 without an upgrade means that WebSockets are not supported, and the client falls
     * back to HTTP streaming.
     */
    private static final Answer WITHOUT_WEBSOCKET = Answer.text(200, "");

    private final Registry registry;
    private final Presenter presenter;

    Watching(Registry registry, Presenter presenter) {
        this.registry = registry;
        this.presenter = presenter;
    }

    Answer watch(ResourceRequest request) {
        WatchOptions options = options(request);
        if (request.http().headers().upgrade().equalsIgnoreCase("websocket")) {
            return WITHOUT_WEBSOCKET;
        }
        return new Answer.Streamed(
                200, "application/json", out -> new WatchSession(registry.store(), options, out).run());
    }

    private WatchOptions options(ResourceRequest request) {
        Query query = request.query();
        Resource resource = request.resource();
        FieldSelector fields = FieldSelector.parse(query.text("fieldSelector"), resource);
        Selector selector = LabelSelector.parse(query.text("labelSelector")).also(fields.selector());
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
    private static Selector oneName(ResourceRequest request) {
        String name = request.target().name();
        return name.isEmpty() ? Selector.EVERYTHING : object -> object.name().equals(name);
    }

    /** Whether the client requests the current state as initial events; the API allows only one combination of parameters for it. */
    private static boolean initialEvents(Query query) {
        if (query.text("sendInitialEvents").isEmpty()) {
            if (!query.text("resourceVersionMatch").isEmpty()) {
                throw Options.invalid(
                        "ListOptions",
                        FieldError.forbidden(
                                "resourceVersionMatch",
                                "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
            }
            return false;
        }
        if (!query.text("resourceVersionMatch").equals("NotOlderThan")) {
            throw Options.invalid(
                    "ListOptions",
                    FieldError.forbidden(
                            "resourceVersionMatch",
                            "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
        }
        return query.flag("sendInitialEvents");
    }

    private EventForm form(ResourceRequest request) {
        return switch (request.representation().form()) {
            case OBJECT -> EventForm.STORED;
            case TABLE -> tableForm(presenter.table(request));
            case PARTIAL, PARTIAL_LIST -> PartialObject::of;
        };
    }

    /** Renders rows; only the first event contains the column definitions. */
    private static EventForm tableForm(Table table) {
        AtomicBoolean told = new AtomicBoolean();
        return (KubernetesObject object) ->
                told.compareAndSet(false, true) ? table.of(object) : table.withoutColumns(object);
    }

    private static Duration timeout(Query query) {
        long seconds = query.number("timeoutSeconds");
        return seconds > 0 ? Duration.ofSeconds(seconds) : USUAL_TIMEOUT;
    }
}
