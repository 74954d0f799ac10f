package dev.butlerlabs.core.embedded.selector;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import java.util.function.Predicate;

/** A predicate on objects. */
public interface ObjectSelector extends Predicate<KubernetesObject> {
    /** Matches all objects. */
    ObjectSelector EVERYTHING = object -> true;

    default boolean selectsEverything() {
        return this == EVERYTHING;
    }

    /** Returns a selector that matches what both selectors match. */
    default ObjectSelector also(ObjectSelector other) {
        if (selectsEverything()) {
            return other;
        }
        return other.selectsEverything() ? this : object -> test(object) && other.test(object);
    }
}
