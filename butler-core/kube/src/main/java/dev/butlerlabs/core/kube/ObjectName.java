package dev.butlerlabs.core.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Objects;
import java.util.Optional;

/**
 * Namespace and name of an object.
 *
 * @param namespace empty for cluster-scoped objects
 */
public record ObjectName(Optional<String> namespace, String name) {
    public ObjectName {
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(name, "name");
    }

    public ObjectName(String namespace, String name) {
        this(Optional.of(namespace), name);
    }

    public static ObjectName from(HasMetadata object) {
        return new ObjectName(
                Optional.ofNullable(object.getMetadata().getNamespace()),
                Optional.ofNullable(object.getMetadata().getName()).orElse(""));
    }

    /** Returns kind and name for messages, such as {@code Secret default/token}. */
    public static String of(HasMetadata object) {
        return object.getKind() + " " + from(object);
    }

    @Override
    public String toString() {
        return namespace.map(space -> space + "/").orElse("") + name;
    }
}
