package dev.butlerlabs.core.kube;

import io.fabric8.kubernetes.client.informers.ExceptionHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The informers of one or more clients of the same API server and account, each of which has one or more users. An informer uses the connection of its first
 * user, and stops with its last one. Thread-safe.
 */
public final class SharedInformers {
    private final Map<Source, Entry> entries = new HashMap<>();

    /** What an informer lists and watches, and the class of its objects. */
    record Source(Class<?> type, String url, String labels, String fields) {}

    private static final class Entry {
        private final SharedIndexInformer<?> informer;
        private int users;

        private Entry(SharedIndexInformer<?> informer) {
            this.informer = informer;
        }
    }

    /**
     * Returns the view of a new user of an informer.
     *
     * @param create creates the informer if there is none, or if it stopped because of an error
     */
    @SuppressWarnings("unchecked") // The source contains the class of the objects.
    synchronized <T> SharedIndexInformer<T> join(Source source, Supplier<SharedIndexInformer<T>> create) {
        Entry entry = entries.get(source);
        if (entry == null || entry.informer.stopped().toCompletableFuture().isDone()) {
            // Objects that cannot be decoded at all end an informer; all other errors are retried.
            entry = new Entry(create.get()
                    .exceptionHandler((started, error) -> !ExceptionHandler.isDeserializationException(error)));
            entries.put(source, entry);
        }
        entry.users++;
        Entry joined = entry;
        return new SharedInformerView<>((SharedIndexInformer<T>) joined.informer, () -> leave(source, joined));
    }

    private synchronized void leave(Source source, Entry entry) {
        entry.users--;
        if (entry.users == 0) {
            entries.remove(source, entry);
            entry.informer.stop();
        }
    }
}
