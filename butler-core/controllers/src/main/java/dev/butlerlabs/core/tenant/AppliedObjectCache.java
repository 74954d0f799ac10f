package dev.butlerlabs.core.tenant;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Caches which objects were applied recently and their resulting version. An object that has not changed since need not be applied again,
 * except after the validity period and after a restart of the process. Thread-safe.
 */
final class AppliedObjectCache {
    /** Contains the whole object in its storage version, status included, if that is not the requested version. */
    static final String CONVERSION_DATA = "cluster.x-k8s.io/conversion-data";

    private final InstantSource clock;
    private final Duration valid;
    /** By namespace, so that a deleted one is forgotten without looking at all others. */
    private final Map<String, Map<Key, Note>> notes = new ConcurrentHashMap<>();

    private record Key(String kind, String name) {}

    /**
     * @param resourceVersion the version that was written or read last
     * @param written the version of the last write; empty if this process has not written the object
     * @param time when the object was applied or found to be as applied
     * @param created whether this write created the object
     */
    private record Note(
            String content,
            String version,
            String resourceVersion,
            Optional<String> written,
            Instant time,
            boolean created) {}

    AppliedObjectCache(InstantSource clock, Duration valid) {
        this.clock = clock;
        this.valid = valid;
    }

    /** Returns whether an object was applied or found to be as applied within a period, so that it need not be read. */
    boolean isRecent(DesiredObject<?> wanted, Duration period) {
        Instant oldest = clock.instant().minus(period);
        return note(wanted).filter(note -> note.time().isAfter(oldest)).isPresent();
    }

    /** Returns whether this process has applied the object of this name, or found it. */
    boolean isKnown(HasMetadata wanted) {
        return find(wanted).isPresent();
    }

    /** Returns whether this process has written an object within the validity period, with other content. */
    boolean isOutdated(DesiredObject<?> wanted) {
        Instant oldest = clock.instant().minus(valid);
        return find(wanted.object())
                .filter(note -> note.written().isPresent() && note.time().isAfter(oldest))
                .filter(note -> !note.content().equals(wanted.hash()))
                .isPresent();
    }

    /**
     * Returns whether a stored object is as this process created it, without additions by other clients. The result of an update is not recognized, since it
     * may contain a change by others that the reconciliation has not seen.
     */
    boolean isOwnCreation(HasMetadata stored) {
        return find(stored)
                .filter(Note::created)
                .filter(note -> note.resourceVersion()
                        .equals(String.valueOf(stored.getMetadata().getResourceVersion())))
                .isPresent();
    }

    /** Returns whether a copy of a stored object is not older than the last write of this process. */
    boolean isCurrent(HasMetadata copy) {
        return find(copy)
                .flatMap(Note::written)
                .map(written -> ResourceVersion.number(copy.getMetadata().getResourceVersion())
                        >= ResourceVersion.number(written))
                .orElse(true);
    }

    boolean covers(DesiredObject<?> wanted, HasMetadata present) {
        return !present.isMarkedForDeletion()
                && note(wanted).map(Note::version).equals(Optional.of(version(present.getMetadata())));
    }

    private Optional<Note> note(DesiredObject<?> wanted) {
        Instant oldest = clock.instant().minus(valid);
        return find(wanted.object())
                .filter(note -> note.time().isAfter(oldest))
                .filter(note -> note.content().equals(wanted.hash()));
    }

    /** Records an object that was found to be as applied. */
    void noteUnchanged(DesiredObject<?> wanted, HasMetadata present) {
        note(wanted, present, find(wanted.object()).flatMap(Note::written), false);
    }

    /** Records an object that was applied. */
    void note(DesiredObject<?> wanted, HasMetadata result) {
        note(wanted, result, written(result), false);
    }

    /** Records an object that was created. */
    void noteCreation(DesiredObject<?> wanted, HasMetadata result) {
        note(wanted, result, written(result), true);
    }

    private static Optional<String> written(HasMetadata result) {
        return Optional.of(String.valueOf(result.getMetadata().getResourceVersion()));
    }

    private void note(DesiredObject<?> wanted, HasMetadata result, Optional<String> written, boolean created) {
        ObjectMeta stored = result.getMetadata();
        Note note = new Note(
                wanted.hash(),
                version(stored),
                String.valueOf(stored.getResourceVersion()),
                written,
                clock.instant(),
                created);
        notes.computeIfAbsent(namespace(wanted.object()), name -> new ConcurrentHashMap<>())
                .put(key(wanted.object()), note);
    }

    /** Forgets an object that is deleted. */
    void forget(HasMetadata object) {
        Optional.ofNullable(notes.get(namespace(object))).ifPresent(known -> known.remove(key(object)));
    }

    void forget(String namespace) {
        notes.remove(namespace);
    }

    private Optional<Note> find(HasMetadata object) {
        return Optional.ofNullable(notes.get(namespace(object))).map(known -> known.get(key(object)));
    }

    /** A namespace is kept with its content. */
    private static String namespace(HasMetadata object) {
        ObjectMeta metadata = object.getMetadata();
        return object.getKind().equals("Namespace")
                ? metadata.getName()
                : Optional.ofNullable(metadata.getNamespace()).orElse("");
    }

    private static Key key(HasMetadata object) {
        return new Key(object.getKind(), object.getMetadata().getName());
    }

    /** Returns a version that changes with anything but the status. Types without a status have no generation. */
    private static String version(ObjectMeta metadata) {
        return AppliedContentCheck.digest(metadata.getUid() + "/"
                + Optional.ofNullable(metadata.getGeneration())
                        .map(generation -> generation + " " + metadata.getLabels() + annotations(metadata))
                        .orElseGet(metadata::getResourceVersion));
    }

    private static Map<String, String> annotations(ObjectMeta metadata) {
        Map<String, String> annotations = new TreeMap<>();
        Optional.ofNullable(metadata.getAnnotations()).ifPresent(annotations::putAll);
        annotations.remove(CONVERSION_DATA);
        return annotations;
    }
}
