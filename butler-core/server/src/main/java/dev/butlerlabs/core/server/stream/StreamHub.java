package dev.butlerlabs.core.server.stream;

import dev.butlerlabs.core.server.session.Session;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The watches of all browsers. Browsers of the same identity share one watch per topic and namespace; a watch ends with its last subscriber.
 * Thread-safe.
 */
public final class StreamHub implements AutoCloseable {
    private static final int QUEUE = 512;

    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<WatchKey, SharedWatch<?>> watches = new HashMap<>();
    private final Set<StreamSubscription> subscriptions = ConcurrentHashMap.newKeySet();
    /** The sessions that listen, by identity; any of them lends its client to the watches. */
    private final Map<String, Set<Session>> listeners = new ConcurrentHashMap<>();

    private record WatchKey(String identity, String topic, Optional<String> namespace) {}

    /** A topic and where it is watched: in a namespace, or in all. */
    public record Scope(StreamTopic<?> topic, Optional<String> namespace) {}

    /**
     * Subscribes a browser.
     *
     * @param topics the names of the topics to send
     * @param scopes what is watched; more than is sent if the overview is one of the topics
     * @param since the resourceVersion of the browser's lists
     */
    StreamSubscription subscribe(Session session, Set<String> topics, List<Scope> scopes, Optional<Long> since) {
        StreamSubscription subscription = new StreamSubscription(topics, QUEUE);
        subscriptions.add(subscription);
        String identity = session.access().identityKey();
        listeners.computeIfAbsent(identity, _ -> ConcurrentHashMap.newKeySet()).add(session);
        subscription.offer(StreamMessage.hello(topics.stream().sorted().toList()));
        Set<WatchKey> keys = new LinkedHashSet<>();
        Runnable sessionEnd = subscription::close;
        subscription.onClose(() -> {
            session.removeEndListener(sessionEnd);
            release(subscription, keys);
        });
        for (Scope scope : scopes) {
            WatchKey key = new WatchKey(identity, scope.topic().name(), scope.namespace());
            synchronized (keys) {
                keys.add(key);
            }
            watch(key, scope.topic(), subscription, since);
        }
        session.onEnd(sessionEnd);
        return subscription;
    }

    private <T extends HasMetadata> void watch(
            WatchKey key, StreamTopic<T> topic, StreamSubscription subscription, Optional<Long> since) {
        SharedWatch<?> watch;
        do {
            synchronized (watches) {
                watch = watches.computeIfAbsent(
                        key,
                        _ -> new SharedWatch<>(
                                topic,
                                StreamSource.of(topic, key.namespace(), () -> client(key.identity())),
                                DelayedRunner.on(executor)));
            }
        } while (!watch.subscribe(subscription, since));
        if (subscription.isClosed()) {
            release(subscription, Set.of(key));
        }
    }

    private Optional<KubernetesClient> client(String identity) {
        return listeners.getOrDefault(identity, Set.of()).stream()
                .filter(session -> !session.hasEnded())
                .map(session -> session.access().client())
                .findFirst();
    }

    private void release(StreamSubscription subscription, Set<WatchKey> keys) {
        subscriptions.remove(subscription);
        Set<WatchKey> used;
        synchronized (keys) {
            used = Set.copyOf(keys);
        }
        for (WatchKey key : used) {
            SharedWatch<?> unused = null;
            synchronized (watches) {
                SharedWatch<?> watch = watches.get(key);
                if (watch != null && watch.unsubscribe(subscription)) {
                    watches.remove(key);
                    unused = watch;
                }
            }
            if (unused != null) {
                unused.close();
            }
        }
        listeners.values().forEach(sessions -> sessions.removeIf(Session::hasEnded));
        listeners.values().removeIf(Set::isEmpty);
    }

    /** Returns how many watches are open. */
    public int watchCount() {
        synchronized (watches) {
            return watches.size();
        }
    }

    /** Returns how many browsers listen. */
    public int subscriptionCount() {
        return subscriptions.size();
    }

    @Override
    public void close() {
        List.copyOf(subscriptions).forEach(StreamSubscription::close);
        executor.shutdownNow();
    }
}
