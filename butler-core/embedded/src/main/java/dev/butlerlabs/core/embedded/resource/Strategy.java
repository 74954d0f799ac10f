package dev.butlerlabs.core.embedded.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.schema.FieldError;
import java.util.List;
import java.util.Optional;

/** What a kind does to its objects beyond what all kinds do. Every method may change the object it is given, never the old one. */
public interface Strategy {
    /** A kind without ways of its own. */
    Strategy PLAIN = new Strategy() {};

    /** Fills in what a new object needs. */
    default void prepareForCreate(KubernetesObject object) {}

    /** Carries over what an update may not change. */
    default void prepareForUpdate(KubernetesObject object, KubernetesObject old) {}

    default List<FieldError> validate(KubernetesObject object) {
        return List.of();
    }

    default List<FieldError> validateUpdate(KubernetesObject object, KubernetesObject old) {
        return validate(object);
    }

    /** Turns an object stored at another version into one of this version, where they differ by more than their name. */
    default void fromStorage(ObjectNode object) {}

    /** Turns an object of this version into one of the version it is stored at. */
    default void toStorage(ObjectNode object) {}

    default NameRule nameRule() {
        return NameRule.SUBDOMAIN;
    }

    /** Finalizers that live outside metadata; while there are any, the object stays. */
    default boolean holdsItself(KubernetesObject object) {
        return false;
    }

    /** Why an object may never be deleted. */
    default Optional<String> refuseDeletion(KubernetesObject object) {
        return Optional.empty();
    }

    /** The answer of a kind whose objects are questions: they are answered and never stored. */
    default Optional<KubernetesObject> review(KubernetesObject question) {
        return Optional.empty();
    }

    /** Called when an object starts to be deleted. */
    default void prepareForDeletion(KubernetesObject object) {}
}
