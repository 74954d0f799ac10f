package dev.butlerlabs.core.embedded.schema;

import java.util.function.Supplier;

/** Lazily computed value; computed once by the first thread that needs it. */
public final class LazyValue<T> implements Supplier<T> {
    private Supplier<T> source;
    private volatile T value;

    public LazyValue(Supplier<T> source) {
        this.source = source;
    }

    @Override
    public T get() {
        T made = value;
        return made != null ? made : make();
    }

    private synchronized T make() {
        if (value == null) {
            value = source.get();
            source = null;
        }
        return value;
    }
}
