package dev.butlerlabs.core.embedded.watch;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.registry.StoredObjectViews;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.selector.ObjectSelector;
import dev.butlerlabs.core.embedded.store.StoreEntry;
import dev.butlerlabs.core.embedded.store.StoreEvent;
import java.util.Optional;

/** Converts store events to watch events for a selector: an object that starts to match is added, one that no longer matches is deleted. */
final class WatchEvents {
    /**
     * A watch event.
     *
     * @param stored the bytes of the object
     */
    @SuppressWarnings("ArrayRecordComponent") // shared bytes, never compared
    record Seen(Type type, byte[] stored, long revision) {}

    /** The event types of the watch protocol. */
    enum Type {
        ADDED,
        MODIFIED,
        DELETED
    }

    private final ServedResource resource;
    private final ObjectSelector selector;

    WatchEvents(ServedResource resource, ObjectSelector selector) {
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

    private static Optional<Seen> see(Type type, StoreEntry entry, long revision, boolean visible) {
        return visible ? Optional.of(new Seen(type, entry.value(), revision)) : Optional.empty();
    }

    /** Returns the last matching state of an object that no longer matches, with the resource version of the change. */
    private byte[] atRevision(StoreEntry previous, long revision) {
        KubernetesObject object = StoredObjectViews.object(resource, previous.value());
        object.put("resourceVersion", Long.toString(revision));
        return StoredObjectViews.stored(resource, object).at(revision);
    }

    private boolean matches(StoreEntry entry) {
        return selector.selectsEverything() || selector.test(StoredObjectViews.object(resource, entry.value()));
    }
}
