package dev.butlerlabs.core.embedded.selector;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import java.util.function.Predicate;

/** A test that objects pass or fail. */
public interface Selector extends Predicate<KubernetesObject> {
    /** Every object passes. */
    Selector EVERYTHING = object -> true;

    default boolean selectsEverything() {
        return this == EVERYTHING;
    }

    /** What passes both. */
    default Selector also(Selector other) {
        if (selectsEverything()) {
            return other;
        }
        return other.selectsEverything() ? this : object -> test(object) && other.test(object);
    }
}
