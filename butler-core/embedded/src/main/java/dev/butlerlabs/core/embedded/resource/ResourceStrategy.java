package dev.butlerlabs.core.embedded.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.schema.FieldError;
import java.util.List;
import java.util.Optional;

/** Behaviour of a resource type beyond what all resource types share. Methods may modify the given object, but never the old one. */
public interface ResourceStrategy {
    /** The strategy of resource types without special behaviour. */
    ResourceStrategy PLAIN = new ResourceStrategy() {};

    /** Sets the fields that a new object needs. */
    default void prepareForCreate(KubernetesObject object) {}

    /** Restores the fields that an update cannot change. */
    default void prepareForUpdate(KubernetesObject object, KubernetesObject old) {}

    default List<FieldError> validate(KubernetesObject object) {
        return List.of();
    }

    default List<FieldError> validateUpdate(KubernetesObject object, KubernetesObject old) {
        return validate(object);
    }

    /** Converts an object from another stored version, if the versions differ in more than their apiVersion. */
    default void fromStorage(ObjectNode object) {}

    /** Converts an object to its storage version. */
    default void toStorage(ObjectNode object) {}

    default NameRule nameRule() {
        return NameRule.SUBDOMAIN;
    }

    /** Whether the object has finalizers outside metadata, which also prevent its removal. */
    default boolean holdsItself(KubernetesObject object) {
        return false;
    }

    /** Returns why the object can never be deleted; empty if it can. */
    default Optional<String> refuseDeletion(KubernetesObject object) {
        return Optional.empty();
    }

    /** Called when the deletion of an object starts. */
    default void prepareForDeletion(KubernetesObject object) {}
}
