package dev.butlerlabs.core.boundary;

import dev.butlerlabs.core.kube.ObjectName;
import java.util.Objects;

/**
 * A reference from an object to another. Immutable.
 *
 * @param field the field with the reference, such as {@code spec.credentialsRef}
 * @param from the namespace of the referring object
 * @param kind the kind of the referenced object
 * @param target the namespace and name of the referenced object
 */
public record ObjectReferencePath(String field, String from, String kind, ObjectName target) {
    public ObjectReferencePath {
        Objects.requireNonNull(field, "field");
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(target, "target");
    }

    /** Returns the namespace of the referenced object. */
    String to() {
        return target.namespace().orElse(from);
    }
}
