package dev.butlerlabs.core.audit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A change of an object. Contains no values of fields, since those can be secrets. Immutable.
 *
 * @param author who made it
 * @param changes the paths of the changed fields, or a description of the grant; empty if they are not known
 */
public record AuditRecord(Instant time, Author author, AuditVerb verb, Subject subject, List<String> changes) {
    private static final int LONGEST_TEXT = 1000;

    public AuditRecord {
        Objects.requireNonNull(time, "time");
        Objects.requireNonNull(author, "author");
        Objects.requireNonNull(verb, "verb");
        Objects.requireNonNull(subject, "subject");
        changes = List.copyOf(changes);
    }

    /** Who made a change. */
    public sealed interface Author {
        /** A user whom the API server authenticated. */
        record User(String name) implements Author {
            @Override
            public String toString() {
                return name;
            }
        }

        /** Only the client program is known, from the managed fields of the object. */
        record Client(String fieldManager) implements Author {
            @Override
            public String toString() {
                return "unknown (%s)".formatted(fieldManager);
            }
        }
    }

    /**
     * The changed object.
     *
     * @param namespace empty for cluster-scoped objects
     * @param uid may be empty
     */
    public record Subject(String apiVersion, String kind, Optional<String> namespace, String name, String uid) {
        public Subject {
            Objects.requireNonNull(apiVersion, "apiVersion");
            Objects.requireNonNull(kind, "kind");
            Objects.requireNonNull(namespace, "namespace");
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(uid, "uid");
        }

        public static Subject of(HasMetadata object) {
            return new Subject(
                    object.getApiVersion(),
                    object.getKind(),
                    Optional.ofNullable(object.getMetadata().getNamespace()),
                    object.getMetadata().getName(),
                    Objects.requireNonNullElse(object.getMetadata().getUid(), ""));
        }

        @Override
        public String toString() {
            return namespace.map(space -> space + "/").orElse("") + name;
        }
    }

    /** Returns the change on one line, without author and time, such as {@code Changed TenantCluster payments/web: spec.workers.replicas}. */
    public String text() {
        String change = "%s %s %s".formatted(verb.reason(), subject.kind(), subject);
        String text = changes.isEmpty() ? change : change + ": " + String.join(", ", changes);
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT - 1) + "…";
    }

    /** Returns the fields for JSON and YAML output. */
    public Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("time", time.toString());
        switch (author) {
            case Author.User user -> document.put("user", user.name());
            case Author.Client client -> document.put("fieldManager", client.fieldManager());
        }
        document.put("verb", verb.toString());
        document.put("kind", subject.kind());
        subject.namespace().ifPresent(namespace -> document.put("namespace", namespace));
        document.put("name", subject.name());
        document.put("changes", changes);
        return document;
    }
}
