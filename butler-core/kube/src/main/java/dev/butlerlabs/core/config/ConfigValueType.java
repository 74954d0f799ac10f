package dev.butlerlabs.core.config;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The rule for a value and its conversion. One shape reads values, documents the rule and generates its JSON Schema. {@link
 * Shapes} creates shapes. Immutable.
 */
public abstract class ConfigValueType<T> {
    ConfigValueType() {}

    /**
     * Reads a value.
     *
     * @return empty, with a problem reported, if the value is not valid
     */
    abstract Optional<T> read(ConfigReadContext place, ConfigValue value);

    /** Returns the rule as JSON Schema. */
    abstract Map<String, Object> schema();

    /** Returns the rule as a short phrase for documentation and messages. */
    abstract String phrase();

    /**
     * Returns a shape with an additional rule.
     *
     * @param sentence message for a value that fails the rule, such as "must not end with a slash"
     */
    public final ConfigValueType<T> where(Predicate<? super T> rule, String sentence) {
        return new Derived<>(this, (place, value) -> {
            if (rule.test(value)) {
                return Optional.of(value);
            }
            place.report(sentence, "");
            return Optional.empty();
        });
    }

    /** Returns a shape whose value is converted to another type. */
    public final <R> ConfigValueType<R> as(Function<? super T, ? extends R> conversion) {
        return new Derived<>(this, (_, value) -> Optional.of(conversion.apply(value)));
    }

    private interface Rest<T, R> {
        Optional<R> read(ConfigReadContext place, T value);
    }

    private static final class Derived<T, R> extends ConfigValueType<R> {
        private final ConfigValueType<T> base;
        private final Rest<T, R> rest;

        Derived(ConfigValueType<T> base, Rest<T, R> rest) {
            this.base = base;
            this.rest = rest;
        }

        @Override
        Optional<R> read(ConfigReadContext place, ConfigValue value) {
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
