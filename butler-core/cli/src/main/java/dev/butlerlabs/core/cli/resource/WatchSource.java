package dev.butlerlabs.core.cli.resource;

import java.util.List;
import java.util.function.Predicate;

/** Objects that can be listed and watched. */
interface WatchSource<T> {
    /** Lists the current objects. */
    Page<T> list();

    /**
     * Watches for changes after a resource version until the server closes the watch or the receiver stops it.
     *
     * @param changes receives the changed objects, one at a time, in the calling thread; returns whether to continue
     * @return whether the watch can be resumed from the last version; otherwise the server no longer has the changes since then
     */
    boolean watch(String resourceVersion, Predicate<Change<T>> changes);

    /**
     * Listed objects.
     *
     * @param resourceVersion version to watch from
     */
    record Page<T>(List<T> items, String resourceVersion) {
        public Page {
            items = List.copyOf(items);
        }
    }

    /** An object that was added, changed or deleted; a deleted one in its last state. */
    record Change<T>(T object, boolean isDeleted) {}
}
