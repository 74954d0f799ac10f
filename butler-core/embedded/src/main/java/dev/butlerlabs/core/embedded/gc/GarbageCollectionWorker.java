package dev.butlerlabs.core.embedded.gc;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.registry.ObjectRegistry;
import dev.butlerlabs.core.embedded.store.EventSink;
import dev.butlerlabs.core.embedded.store.RangeQuery;
import dev.butlerlabs.core.embedded.store.RangeResult;
import dev.butlerlabs.core.embedded.store.StoreEntry;
import dev.butlerlabs.core.embedded.store.StoreEvent;
import dev.butlerlabs.core.embedded.store.SubscriptionEndReason;
import dev.butlerlabs.core.embedded.store.WatchSubscription;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Garbage collector: watches all writes and executes the resulting tasks one after the other on its own thread.
 *
 * <p>It keeps no durable state: after a start, or if its watch falls behind, it lists all objects and derives the same tasks again.
 */
public final class GarbageCollectionWorker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GarbageCollectionWorker.class);
    private static final String EVERYTHING = "/";
    private static final long RETRY_MILLIS = 200;

    private final ObjectRegistry registry;
    private final DependentIndex dependents = new DependentIndex();
    private final BlockingQueue<CollectionTask> tasks = new LinkedBlockingQueue<>();
    private final CollectionTaskFinder observed;
    private final Thread worker;
    private volatile WatchSubscription subscription;
    private volatile boolean closed;

    public GarbageCollectionWorker(ObjectRegistry registry) {
        this.registry = registry;
        this.observed = new CollectionTaskFinder(registry.catalog(), dependents, tasks::add);
        this.worker = Thread.ofVirtual().name("embedded-api-housekeeper").unstarted(this::work);
    }

    /** Starts in the background, so that a server with a large store accepts requests at once. */
    public void start() {
        worker.start();
    }

    private synchronized void lookAtEverything() {
        if (closed) {
            return;
        }
        RangeResult all = registry.range(RangeQuery.all(EVERYTHING));
        for (StoreEntry entry : all.entries()) {
            observed.written(entry.key(), entry.value());
        }
        subscription = registry.store().watch(EVERYTHING, all.revision(), new Sink());
    }

    private final class Sink implements EventSink {
        @Override
        public void accept(StoreEvent event) {
            switch (event) {
                case StoreEvent.Created created ->
                    observed.written(created.key(), created.entry().value());
                case StoreEvent.Replaced replaced ->
                    observed.written(replaced.key(), replaced.entry().value());
                case StoreEvent.Deleted deleted ->
                    observed.deleted(
                            deleted.key(),
                            KubernetesObject.parse(deleted.tombstone().value()));
                case StoreEvent.Progress progress -> {}
            }
        }

        @Override
        public void closed(SubscriptionEndReason reason) {
            if (reason != SubscriptionEndReason.STORE_CLOSED) {
                Thread.startVirtualThread(GarbageCollectionWorker.this::lookAtEverything);
            }
        }
    }

    private void work() {
        lookAtEverything();
        GarbageCollector chores = new GarbageCollector(registry, dependents);
        while (!closed) {
            try {
                perform(chores, tasks.take());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Executes a task; a failed task, usually because of a concurrent write, is retried after a short delay. */
    private void perform(GarbageCollector chores, CollectionTask task) throws InterruptedException {
        try {
            chores.perform(task);
        } catch (RuntimeException e) {
            if (closed) {
                return;
            }
            LOG.debug("garbage collection task failed and will be retried: {}", task, e);
            Thread.sleep(RETRY_MILLIS);
            tasks.add(task);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        WatchSubscription running = subscription;
        if (running != null) {
            running.close();
        }
        worker.interrupt();
    }
}
