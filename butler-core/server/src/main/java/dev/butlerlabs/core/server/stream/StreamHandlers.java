package dev.butlerlabs.core.server.stream;

import dev.butlerlabs.core.server.access.NamespaceFinder;
import dev.butlerlabs.core.server.access.UserAccess;
import dev.butlerlabs.core.server.http.ProblemException;
import dev.butlerlabs.core.server.http.WebResponse;
import dev.butlerlabs.core.server.route.ApiCall;
import dev.butlerlabs.core.server.session.Session;
import dev.butlerlabs.core.server.session.SessionRepository;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Opens streams of changes. A stream ends with its session. */
public final class StreamHandlers {
    private static final int STREAMS_PER_SESSION = 32;

    private final StreamHub hub;
    private final Map<String, StreamTopic<?>> topics;
    private final NamespaceFinder namespaces;
    private final SessionRepository sessions;
    private final Clock clock;
    private final Map<Session, AtomicInteger> open = new ConcurrentHashMap<>();

    public StreamHandlers(
            StreamHub hub,
            List<StreamTopic<?>> topics,
            NamespaceFinder namespaces,
            SessionRepository sessions,
            Clock clock) {
        this.hub = hub;
        this.topics = new java.util.TreeMap<>();
        topics.forEach(topic -> this.topics.put(topic.name(), topic));
        this.namespaces = namespaces;
        this.sessions = sessions;
        this.clock = clock;
    }

    public WebResponse open(ApiCall call) {
        Set<String> requested = requested(call);
        Session session = call.requireSession();
        requireFew(session);
        Optional<Long> since = call.request()
                .header("last-event-id")
                .or(() -> call.query("since"))
                .flatMap(ChangeHistory::parse);
        return new WebResponse.Streamed(
                200,
                List.of(
                        new WebResponse.Header("Content-Type", "text/event-stream"),
                        new WebResponse.Header("X-Accel-Buffering", "no")),
                out -> run(session, requested, call.query("namespace"), since, out));
    }

    private Set<String> requested(ApiCall call) {
        Set<String> names =
                new LinkedHashSet<>(List.of(call.query("topics").orElse("").split(",")));
        for (String name : names) {
            if (!topics.containsKey(name) && !name.equals(StreamTopic.OVERVIEW)) {
                throw ProblemException.of(
                        400,
                        "Malformed request",
                        "Query parameter \"topics\": must be a list of %s, %s."
                                .formatted(String.join(", ", topics.keySet()), StreamTopic.OVERVIEW));
            }
        }
        return names;
    }

    private void requireFew(Session session) {
        AtomicInteger count = open.get(session);
        if (count != null && count.get() >= STREAMS_PER_SESSION) {
            throw ProblemException.of(429, "Too many streams", "The session has too many open streams.");
        }
    }

    private void run(
            Session session, Set<String> requested, Optional<String> namespace, Optional<Long> since, OutputStream out)
            throws IOException {
        open.compute(session, (_, count) -> count == null ? new AtomicInteger() : count)
                .incrementAndGet();
        try (StreamSubscription subscription =
                hub.subscribe(session, requested, scopes(session.access(), requested, namespace), since)) {
            subscription.offer(StreamMessage.session(session.expiresAt(sessions.limits())));
            subscription.writeTo(out, () -> check(session, subscription));
        } finally {
            release(session);
        }
    }

    private void release(Session session) {
        open.computeIfPresent(session, (_, count) -> count.decrementAndGet() == 0 ? null : count);
    }

    private void check(Session session, StreamSubscription subscription) {
        try {
            if (sessions.find(session.id()).isEmpty()) {
                subscription.close();
            } else {
                session.access().requireValid(clock.instant());
            }
        } catch (RuntimeException ended) {
            subscription.close();
        }
    }

    /** Users who may not watch all namespaces get a watch in each one that they may watch. */
    private List<StreamHub.Scope> scopes(UserAccess access, Set<String> requested, Optional<String> namespace) {
        List<StreamHub.Scope> scopes = new ArrayList<>();
        boolean overview = requested.contains(StreamTopic.OVERVIEW);
        for (StreamTopic<?> topic : topics.values()) {
            if (overview || requested.contains(topic.name())) {
                scopes.addAll(scopes(access, topic, namespace));
            }
        }
        return scopes;
    }

    private List<StreamHub.Scope> scopes(UserAccess access, StreamTopic<?> topic, Optional<String> namespace) {
        if (topic.namespaced() && namespace.isPresent()) {
            return List.of(new StreamHub.Scope(topic, namespace));
        }
        if (namespaces.isAllowedEverywhere(access, "watch", topic.resource())) {
            return List.of(new StreamHub.Scope(topic, Optional.empty()));
        }
        return topic.namespaced()
                ? namespaces.namespaces(access, "watch", topic.resource()).stream()
                        .map(name -> new StreamHub.Scope(topic, Optional.of(name)))
                        .toList()
                : List.of();
    }
}
