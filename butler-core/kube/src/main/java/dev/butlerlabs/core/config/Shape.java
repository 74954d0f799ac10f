package dev.butlerlabs.core.config;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** What a value must look like, and what it is read as. {@link Shapes} makes them; one shape reads, explains and publishes its rule. */
public abstract class Shape<T> {
    Shape() {}

    /** The value; nothing, and a problem told, when it does not fit. */
    abstract Optional<T> read(Place place, Value value);

    /** The same rule as JSON Schema. */
    abstract Map<String, Object> schema();

    /** The same rule in a few words, for people. */
    abstract String phrase();

    /**
     * A narrower shape.
     *
     * @param sentence what is wrong with a value that does not pass, such as "must not end with a slash"
     */
    public final Shape<T> where(Predicate<? super T> rule, String sentence) {
        return new Derived<>(this, (place, value) -> {
            if (rule.test(value)) {
                return Optional.of(value);
            }
            place.report(sentence, "");
            return Optional.empty();
        });
    }

    /** The same shape read as another type. */
    public final <R> Shape<R> as(Function<? super T, ? extends R> conversion) {
        return new Derived<>(this, (_, value) -> Optional.of(conversion.apply(value)));
    }

    private interface Rest<T, R> {
        Optional<R> read(Place place, T value);
    }

    private static final class Derived<T, R> extends Shape<R> {
        private final Shape<T> base;
        private final Rest<T, R> rest;

        Derived(Shape<T> base, Rest<T, R> rest) {
            this.base = base;
            this.rest = rest;
        }

        @Override
        Optional<R> read(Place place, Value value) {
            return base.read(place, value).flatMap(read -> rest.read(place, read));
        }

        @Override
        Map<String, Object> schema() {
            return base.schema();
        }

        @Override
        String phrase() {
            return base.phrase();
        }
    }
}
