package dev.butlerlabs.core.server.view;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/** The metadata that rows of all resources have in common. */
record ObjectFields(
        String namespace,
        String name,
        String uid,
        String resourceVersion,
        Instant createdAt,
        Optional<Instant> deletingSince) {
    static ObjectFields of(HasMetadata object) {
        ObjectMeta metadata = object.getMetadata();
        return new ObjectFields(
                Optional.ofNullable(metadata.getNamespace()).orElse(""),
                metadata.getName(),
                Optional.ofNullable(metadata.getUid()).orElse(""),
                Optional.ofNullable(metadata.getResourceVersion()).orElse(""),
                time(metadata.getCreationTimestamp()).orElse(Instant.EPOCH),
                time(metadata.getDeletionTimestamp()));
    }

    /** Parses a time of the Kubernetes API; empty if it is missing or malformed. */
    static Optional<Instant> time(String text) {
        try {
            return Optional.ofNullable(text).map(OffsetDateTime::parse).map(OffsetDateTime::toInstant);
        } catch (DateTimeException malformed) {
            return Optional.empty();
        }
    }
}
