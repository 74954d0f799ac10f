package dev.butlerlabs.core.server.stream;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.LenientDecoder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A watch of one resource type in one namespace or in all, shared by the browsers of an identity. It continues by itself after failures and
 * requests its subscribers to list again if it missed changes. Thread-safe.
 */
final class SharedWatch<T extends HasMetadata> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SharedWatch.class);
    private static final int HISTORY = 1_000;
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final StreamTopic<T> topic;
    private final Optional<String> namespace;
    private final Supplier<Optional<KubernetesClient>> client;
    private final Executor executor;
    private final Set<StreamSubscription> subscribers = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> sentRows = new HashMap<>();
    private final ChangeHistory history = new ChangeHistory(HISTORY, Long.MAX_VALUE);
    private Watch watch;
    private int failures;
    private boolean started;
    private boolean closed;

    /** @param client a client of one of the identity's sessions; empty if all of them have ended */
    SharedWatch(
            StreamTopic<T> topic,
            Optional<String> namespace,
            Supplier<Optional<KubernetesClient>> client,
            Executor executor) {
        this.topic = topic;
        this.namespace = namespace;
        this.client = client;
        this.executor = executor;
    }

    /**
     * Adds a subscriber.
     *
     * @param since the resourceVersion of the subscriber's list; empty for changes from now on
     * @return false if the watch was closed meanwhile, so that another one is needed
     */
    boolean subscribe(StreamSubscription subscriber, Optional<Long> since) {
        synchronized (this) {
            if (closed) {
                return false;
            }
            subscribers.add(subscriber);
            if (started) {
                since.ifPresent(version -> replay(subscriber, version));
                return true;
            }
            started = true;
        }
        open(since);
        return true;
    }

    private void replay(StreamSubscription subscriber, long version) {
        Optional<List<StreamChange>> missed = history.since(version);
        missed.orElseGet(() -> List.of(StreamChange.resync(topic.name())))
                .forEach(change -> subscriber.offer(change, StreamMessage.change(change)));
    }

    /** Removes a subscriber and returns whether there is none left. */
    boolean unsubscribe(StreamSubscription subscriber) {
        subscribers.remove(subscriber);
        return subscribers.isEmpty();
    }

    private void open(Optional<Long> since) {
        try {
            KubernetesClient connection = LenientDecoder.over(client.get().orElseThrow());
            String version = since.map(String::valueOf).orElseGet(() -> currentVersion(connection));
            synchronized (this) {
                if (closed) {
                    return;
                }
                history.restart(ChangeHistory.parse(version).orElse(Long.MAX_VALUE));
                watch = start(connection, version);
                failures = 0;
            }
        } catch (RuntimeException e) {
            failed(e);
        }
    }

    private String currentVersion(KubernetesClient connection) {
        ListOptions one = new ListOptionsBuilder().withLimit(1L).build();
        var resources = connection.resources(topic.type());
        var list = namespace
                .map(name -> resources.inNamespace(name).list(one))
                .orElseGet(() -> resources.inAnyNamespace().list(one));
        return list.getMetadata().getResourceVersion();
    }

    private Watch start(KubernetesClient connection, String version) {
        ListOptions options = new ListOptionsBuilder()
                .withResourceVersion(version)
                .withAllowWatchBookmarks(false)
                .build();
        Watcher<T> watcher = new Watcher<>() {
            @Override
            public void eventReceived(Action action, T object) {
                received(action, object);
            }

            @Override
            public void onClose(WatcherException cause) {
                ended(cause);
            }
        };
        var resources = connection.resources(topic.type());
        return namespace
                .map(name -> resources.inNamespace(name).watch(options, watcher))
                .orElseGet(() -> resources.inAnyNamespace().watch(options, watcher));
    }

    /** An object is sent only if its row, specification or status changed: pages of one object show more than its row, such as conditions. */
    private void received(Watcher.Action action, T object) {
        String name = object.getMetadata().getName();
        String space = Optional.ofNullable(object.getMetadata().getNamespace()).orElse("");
        boolean deleted = action == Watcher.Action.DELETED;
        Optional<Object> row =
                deleted ? Optional.empty() : Optional.of(topic.row().apply(object));
        StreamChange change = new StreamChange(
                topic.name(),
                action.name(),
                space,
                name,
                Optional.ofNullable(object.getMetadata().getResourceVersion()),
                row);
        synchronized (this) {
            if (closed || !isNew(space + "/" + name, row.map(shown -> RowContent.of(shown, object)))) {
                return;
            }
            history.add(change);
            StreamMessage message = StreamMessage.change(change);
            subscribers.forEach(subscriber -> subscriber.offer(change, message));
        }
    }

    private boolean isNew(String key, Optional<String> content) {
        if (content.isEmpty()) {
            sentRows.remove(key);
            return true;
        }
        Integer hash = content.get().hashCode();
        return !hash.equals(sentRows.put(key, hash));
    }

    private void ended(WatcherException cause) {
        synchronized (this) {
            if (closed) {
                return;
            }
        }
        if (cause != null && cause.isHttpGone()) {
            broadcast(StreamMessage.change(StreamChange.resync(topic.name())));
            executor.execute(() -> open(Optional.empty()));
        } else {
            failed(cause == null ? new IllegalStateException("the server closed the watch") : cause);
        }
    }

    /** Continues after a pause. Changes in the meantime are missed, so subscribers list again. */
    private void failed(Exception cause) {
        ButlerException failure = KubeErrorMapper.translate("watching " + topic.resource(), cause);
        LOG.debug("watch of {} failed", topic.resource(), cause);
        broadcast(StreamMessage.problem(topic.name(), failure.getMessage()));
        long pause;
        synchronized (this) {
            if (failure.kind() == ErrorKind.DENIED) {
                // The next subscriber tries again.
                started = false;
            }
            if (closed || !started) {
                return;
            }
            pause = Math.min(LONGEST_PAUSE.toMillis(), 500L << Math.min(failures++, 6));
        }
        CompletableFuture.delayedExecutor(pause, TimeUnit.MILLISECONDS, executor)
                .execute(this::resume);
    }

    private void resume() {
        open(Optional.empty());
        broadcast(StreamMessage.change(StreamChange.resync(topic.name())));
    }

    private synchronized void broadcast(StreamMessage message) {
        subscribers.forEach(subscriber -> subscriber.offer(message));
    }

    @Override
    public void close() {
        Watch open;
        synchronized (this) {
            closed = true;
            open = watch;
        }
        if (open != null) {
            open.close();
        }
    }
}
