package dev.butlerlabs.core.embedded.watch;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.registry.Views;
import dev.butlerlabs.core.embedded.resource.Resource;
import dev.butlerlabs.core.embedded.selector.Selector;
import dev.butlerlabs.core.embedded.store.Entry;
import dev.butlerlabs.core.embedded.store.StoreEvent;
import java.util.Optional;

/** Translates changes of the store into what a watcher with a selector sees: objects come into view and leave it. */
final class WatchEvents {
    /**
     * A change as a watcher sees it.
     *
     * @param stored the object's bytes
     */
    @SuppressWarnings("ArrayRecordComponent") // shared bytes, never compared
    record Seen(Type type, byte[] stored, long revision) {}

    /** The words of the protocol. */
    enum Type {
        ADDED,
        MODIFIED,
        DELETED
    }

    private final Resource resource;
    private final Selector selector;

    WatchEvents(Resource resource, Selector selector) {
        this.resource = resource;
        this.selector = selector;
    }

    Optional<Seen> see(StoreEvent event) {
        return switch (event) {
            case StoreEvent.Created created ->
                see(Type.ADDED, created.entry(), created.revision(), matches(created.entry()));
            case StoreEvent.Replaced replaced -> seeReplaced(replaced);
            case StoreEvent.Deleted deleted ->
                see(Type.DELETED, deleted.tombstone(), deleted.revision(), matches(deleted.previous()));
            case StoreEvent.Progress progress -> Optional.empty();
        };
    }

    private Optional<Seen> seeReplaced(StoreEvent.Replaced replaced) {
        if (selector.selectsEverything()) {
            return see(Type.MODIFIED, replaced.entry(), replaced.revision(), true);
        }
        boolean before = matches(replaced.previous());
        boolean after = matches(replaced.entry());
        if (before && !after) {
            return Optional.of(
                    new Seen(Type.DELETED, atRevision(replaced.previous(), replaced.revision()), replaced.revision()));
        }
        return see(before ? Type.MODIFIED : Type.ADDED, replaced.entry(), replaced.revision(), after);
    }

    private static Optional<Seen> see(Type type, Entry entry, long revision, boolean visible) {
        return visible ? Optional.of(new Seen(type, entry.value(), revision)) : Optional.empty();
    }

    /** An object that leaves view is shown as it last was, at the version that took it away. */
    private byte[] atRevision(Entry previous, long revision) {
        KubernetesObject object = Views.object(resource, previous.value());
        object.put("resourceVersion", Long.toString(revision));
        return Views.stored(resource, object).at(revision);
    }

    private boolean matches(Entry entry) {
        return selector.selectsEverything() || selector.test(Views.object(resource, entry.value()));
    }
}
