package dev.butlerlabs.core.embedded.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/** The watchers by prefix. Used only under the lock of the timeline, which each delivery also takes to unsubscribe or to request progress. */
final class WatcherIndex {
    private final ReentrantLock lock;
    private final LongSupplier revision;
    private final int subscriptionEvents;

    /** By prefix, so that an event is matched once per prefix and not once per watcher. */
    private final Map<String, List<WatchDelivery>> byPrefix = new HashMap<>();

    WatcherIndex(ReentrantLock lock, LongSupplier revision, int subscriptionEvents) {
        this.lock = lock;
        this.revision = revision;
        this.subscriptionEvents = subscriptionEvents;
    }

    WatchSubscription add(String prefix, long afterRevision, List<StoreEvent> missed, EventSink sink) {
        WatchDelivery delivery = new WatchDelivery(missed, afterRevision, subscriptionEvents, sink);
        byPrefix.computeIfAbsent(prefix, _ -> new ArrayList<>()).add(delivery);
        delivery.start();
        return new WatchSubscription() {
            @Override
            public void requestProgress() {
                locked(() -> delivery.offer(List.of(new StoreEvent.Progress(revision.getAsLong()))));
            }

            @Override
            public void close() {
                delivery.cancel();
                locked(() -> remove(prefix, delivery));
            }
        };
    }

    void tell(List<StoreEvent> events) {
        byPrefix.forEach((prefix, deliveries) -> {
            List<StoreEvent> matching = matching(events, prefix);
            if (!matching.isEmpty()) {
                deliveries.removeIf(delivery -> !delivery.offer(matching));
            }
        });
        byPrefix.values().removeIf(List::isEmpty);
    }

    void endAll(SubscriptionEndReason reason) {
        byPrefix.values().forEach(deliveries -> deliveries.forEach(delivery -> delivery.end(reason)));
        byPrefix.clear();
    }

    private static List<StoreEvent> matching(List<StoreEvent> events, String prefix) {
        return events.stream().filter(event -> event.key().startsWith(prefix)).toList();
    }

    private void remove(String prefix, WatchDelivery delivery) {
        List<WatchDelivery> deliveries = byPrefix.getOrDefault(prefix, new ArrayList<>());
        deliveries.remove(delivery);
        if (deliveries.isEmpty()) {
            byPrefix.remove(prefix);
        }
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
        } finally {
            lock.unlock();
        }
    }
}
