package dev.butlerlabs.core.server.stream;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A watch of one resource type in one namespace or in all, shared by the browsers of an identity. It continues by itself after failures and
 * requests its subscribers to list again if it missed changes. Thread-safe.
 */
final class SharedWatch<T extends HasMetadata> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SharedWatch.class);
    private static final int HISTORY = 1_000;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final StreamTopic<T> topic;
    private final StreamSource<T> source;
    private final DelayedRunner runner;
    private final Set<StreamSubscription> subscribers = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> sentRows = new HashMap<>();
    /** Subscribers that came while the watch was not open, with the version of their lists. */
    private final Map<StreamSubscription, Long> waiting = new HashMap<>();

    private final ChangeHistory history = new ChangeHistory(HISTORY, Long.MAX_VALUE);
    private Watch watch;
    private int failures;
    private boolean started;
    private boolean open;
    private boolean closed;

    SharedWatch(StreamTopic<T> topic, StreamSource<T> source, DelayedRunner runner) {
        this.topic = topic;
        this.source = source;
        this.runner = runner;
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
                since.ifPresent(version -> replayWhenOpen(subscriber, version));
                return true;
            }
            started = true;
        }
        open(since);
        return true;
    }

    /** A subscriber that lists again before the watch is open could miss what changes in between. */
    private void replayWhenOpen(StreamSubscription subscriber, long version) {
        if (open) {
            replay(subscriber, version);
        } else {
            waiting.put(subscriber, version);
        }
    }

    private void replay(StreamSubscription subscriber, long version) {
        Optional<List<StreamChange>> missed = history.since(version);
        missed.orElseGet(() -> List.of(StreamChange.resync(topic.name())))
                .forEach(change -> subscriber.offer(change, StreamMessage.change(change)));
    }

    /** Removes a subscriber and returns whether there is none left. */
    boolean unsubscribe(StreamSubscription subscriber) {
        subscribers.remove(subscriber);
        synchronized (this) {
            waiting.remove(subscriber);
        }
        return subscribers.isEmpty();
    }

    /** Opens the watch; returns whether it is open. */
    private boolean open(Optional<Long> since) {
        try {
            String version = since.map(String::valueOf).orElseGet(source::currentVersion);
            synchronized (this) {
                if (closed) {
                    return false;
                }
                history.restart(ChangeHistory.parse(version).orElse(Long.MAX_VALUE));
                // Objects that were deleted unnoticed can be created again with the same content.
                sentRows.clear();
                open = true;
                watch = source.start(version, watcher());
                failures = 0;
                waiting.forEach(this::replay);
                waiting.clear();
            }
            return true;
        } catch (RuntimeException e) {
            failed(e);
            return false;
        }
    }

    private Watcher<T> watcher() {
        return new Watcher<>() {
            @Override
            public void eventReceived(Action action, T object) {
                received(action, object);
            }

            @Override
            public void onClose(WatcherException cause) {
                ended(cause);
            }
        };
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
            synchronized (this) {
                open = false;
            }
            runner.run(Duration.ZERO, this::resume);
        } else {
            failed(cause == null ? new IllegalStateException("the server closed the watch") : cause);
        }
    }

    /** Continues after a pause. Changes in the meantime are missed, so subscribers list again. */
    private void failed(Exception cause) {
        ButlerException failure = KubeErrorMapper.translate("watching " + topic.resource(), cause);
        LOG.debug("watch of {} failed", topic.resource(), cause);
        broadcast(StreamMessage.problem(topic.name(), failure.getMessage()));
        Duration pause;
        synchronized (this) {
            open = false;
            if (failure.kind() == ErrorKind.DENIED) {
                // The next subscriber tries again.
                started = false;
            }
            if (closed || !started) {
                return;
            }
            pause = pause(failures++);
        }
        runner.run(pause, this::resume);
    }

    private static Duration pause(int earlierFailures) {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(earlierFailures, 6));
        return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    }

    /** Subscribers list again only when the watch is open: what changed between their list and the start of the watch would be missed. */
    private void resume() {
        if (open(Optional.empty())) {
            broadcast(StreamMessage.change(StreamChange.resync(topic.name())));
        }
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
