package dev.butlerlabs.core.kube;

import io.fabric8.kubernetes.client.informers.ExceptionHandler;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Indexer;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import io.fabric8.kubernetes.client.informers.cache.Store;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * An informer as one of its users sees it: handlers are those of the user, and stopping removes them. Its objects are shared and must not be changed.
 */
final class SharedInformerView<T> implements SharedIndexInformer<T> {
    private final SharedIndexInformer<T> informer;
    private final Runnable leave;
    private final Queue<ResourceEventHandler<? super T>> handlers = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean stopped = new AtomicBoolean();

    SharedInformerView(SharedIndexInformer<T> informer, Runnable leave) {
        this.informer = informer;
        this.leave = leave;
    }

    @Override
    public SharedIndexInformer<T> addEventHandler(ResourceEventHandler<? super T> handler) {
        handlers.add(handler);
        informer.addEventHandler(handler);
        return this;
    }

    @Override
    public SharedIndexInformer<T> addEventHandlerWithResyncPeriod(
            ResourceEventHandler<? super T> handler, long resyncPeriod) {
        handlers.add(handler);
        informer.addEventHandlerWithResyncPeriod(handler, resyncPeriod);
        return this;
    }

    @Override
    public SharedIndexInformer<T> removeEventHandler(ResourceEventHandler<? super T> handler) {
        handlers.remove(handler);
        informer.removeEventHandler(handler);
        return this;
    }

    /** Starts the informer unless another user did. */
    @Override
    public CompletionStage<Void> start() {
        return informer.start();
    }

    @Override
    public SharedIndexInformer<T> run() {
        informer.run();
        return this;
    }

    @Override
    public void stop() {
        if (stopped.compareAndSet(false, true)) {
            handlers.forEach(informer::removeEventHandler);
            leave.run();
        }
    }

    @Override
    public boolean isRunning() {
        return !stopped.get() && informer.isRunning();
    }

    @Override
    public boolean isWatching() {
        return informer.isWatching();
    }

    @Override
    public CompletionStage<Void> stopped() {
        return informer.stopped();
    }

    @Override
    public String lastSyncResourceVersion() {
        return informer.lastSyncResourceVersion();
    }

    @Override
    public Class<T> getApiTypeClass() {
        return informer.getApiTypeClass();
    }

    @Override
    public Indexer<T> getIndexer() {
        return informer.getIndexer();
    }

    @Override
    public Store<T> getStore() {
        return informer.getStore();
    }

    /** Errors are handled for all users in the same way. */
    @Override
    public SharedIndexInformer<T> exceptionHandler(ExceptionHandler handler) {
        return this;
    }

    @Override
    public SharedIndexInformer<T> addIndexers(Map<String, Function<T, List<String>>> indexers) {
        informer.addIndexers(indexers);
        return this;
    }

    @Override
    public SharedIndexInformer<T> removeIndexer(String name) {
        throw new UnsupportedOperationException("other users may need the index");
    }

    @Override
    public SharedIndexInformer<T> initialState(Stream<T> items) {
        throw new UnsupportedOperationException("other users may have started the informer");
    }

    @Override
    public SharedIndexInformer<T> itemStore(ItemStore<T> itemStore) {
        throw new UnsupportedOperationException("the objects are shared");
    }

    @Override
    public String toString() {
        return informer.toString();
    }
}
