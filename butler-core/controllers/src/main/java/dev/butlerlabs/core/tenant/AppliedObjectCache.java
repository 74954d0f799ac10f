package dev.butlerlabs.core.tenant;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
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
    private static final String CONVERSION_DATA = "cluster.x-k8s.io/conversion-data";

    private final KubernetesSerialization json;
    private final InstantSource clock;
    private final Duration valid;
    private final Map<Key, Note> notes = new ConcurrentHashMap<>();

    private record Key(String namespace, String kind, String name) {}

    private record Note(String content, String version, Instant time) {}

    AppliedObjectCache(KubernetesSerialization json, InstantSource clock, Duration valid) {
        this.json = json;
        this.clock = clock;
        this.valid = valid;
    }

    boolean isWorthALook(HasMetadata wanted) {
        return note(wanted).isPresent();
    }

    boolean covers(HasMetadata wanted, HasMetadata present) {
        return !present.isMarkedForDeletion()
                && note(wanted).map(Note::version).equals(Optional.of(version(present.getMetadata())));
    }

    private Optional<Note> note(HasMetadata wanted) {
        Instant oldest = clock.instant().minus(valid);
        return Optional.ofNullable(notes.get(key(wanted)))
                .filter(note -> note.time().isAfter(oldest))
                .filter(note -> note.content().equals(hash(wanted)));
    }

    void note(HasMetadata wanted, HasMetadata result) {
        notes.put(key(wanted), new Note(hash(wanted), version(result.getMetadata()), clock.instant()));
    }

    void forget(String namespace) {
        notes.keySet()
                .removeIf(key -> key.namespace().equals(namespace)
                        || (key.kind().equals("Namespace") && key.name().equals(namespace)));
    }

    private static Key key(HasMetadata object) {
        ObjectMeta metadata = object.getMetadata();
        return new Key(Optional.ofNullable(metadata.getNamespace()).orElse(""), object.getKind(), metadata.getName());
    }

    /** Returns a version that changes with anything but the status. Types without a status have no generation. */
    private static String version(ObjectMeta metadata) {
        return metadata.getUid() + "/"
                + Optional.ofNullable(metadata.getGeneration())
                        .map(generation -> generation + " " + metadata.getLabels() + annotations(metadata))
                        .orElseGet(metadata::getResourceVersion);
    }

    private static Map<String, String> annotations(ObjectMeta metadata) {
        Map<String, String> annotations = new TreeMap<>();
        Optional.ofNullable(metadata.getAnnotations()).ifPresent(annotations::putAll);
        annotations.remove(CONVERSION_DATA);
        return annotations;
    }

    private String hash(HasMetadata content) {
        try {
            byte[] text = json.asJson(content).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime provides SHA-256", e);
        }
    }
}
