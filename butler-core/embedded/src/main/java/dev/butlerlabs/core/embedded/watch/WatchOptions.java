package dev.butlerlabs.core.embedded.watch;

import dev.butlerlabs.core.embedded.resource.Resource;
import dev.butlerlabs.core.embedded.selector.Selector;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * What a watch is to show.
 *
 * @param prefix where its objects live in the store
 * @param after the revision the client has seen; empty to begin with the present state
 * @param bookmarks whether progress is told now and then
 * @param markInitialEnd whether the end of the present state is marked
 * @param timeout when the server hangs up
 */
public record WatchOptions(
        Resource resource,
        String prefix,
        Selector selector,
        EventForm form,
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
