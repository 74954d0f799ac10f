package dev.butlerlabs.core.boundary;

import dev.butlerlabs.core.kube.ObjectName;
import java.util.Objects;

/**
 * A reference from an object to another.
 *
 * @param field that holds it, such as {@code spec.credentialsRef}
 * @param from namespace of the object that refers
 * @param kind of the object it refers to
 * @param target namespace and name of the object it refers to
 */
public record Reference(String field, String from, String kind, ObjectName target) {
    public Reference {
        Objects.requireNonNull(field, "field");
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(target, "target");
    }

    /** The namespace it leads to. */
    String to() {
        return target.namespace().orElse(from);
    }
}
