package dev.butlerlabs.core.embedded.watch;

import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.selector.ObjectSelector;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * The options of a watch.
 *
 * @param prefix the key prefix of its objects in the store
 * @param after the last revision that the client has seen; empty to start with the current state
 * @param bookmarks whether bookmarks are sent periodically
 * @param markInitialEnd whether a bookmark marks the end of the current state
 * @param timeout when the server ends the watch
 */
public record WatchOptions(
        ServedResource resource,
        String prefix,
        ObjectSelector selector,
        WatchEventFormat form,
        OptionalLong after,
        boolean bookmarks,
        boolean markInitialEnd,
        Duration timeout) {
    public WatchOptions {
        Objects.requireNonNull(resource, "resource");
        Objects.requireNonNull(selector, "selector");
        Objects.requireNonNull(form, "form");
        Objects.requireNonNull(timeout, "timeout");
    }
}
