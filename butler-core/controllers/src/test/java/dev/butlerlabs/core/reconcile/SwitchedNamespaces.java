package dev.butlerlabs.core.reconcile;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Includes all namespaces but those that a test excludes. */
final class SwitchedNamespaces implements NamespaceFilter {
    private final Set<String> excluded = new HashSet<>();
    private final List<Consumer<Predicate<String>>> listeners = new ArrayList<>();
    /** The namespaces of the reconciliations that ran. */
    final List<String> ran = new ArrayList<>();

    void exclude(String namespace) {
        excluded.add(namespace);
    }

    void include(String namespace) {
        excluded.remove(namespace);
        listeners.forEach(listener -> listener.accept(namespace::equals));
    }

    int listeners() {
        return listeners.size();
    }

    @Override
    public boolean includes(String namespace) {
        return !excluded.contains(namespace);
    }

    @Override
    public <T> T run(String namespace, Supplier<T> reconciliation, Supplier<T> otherwise) {
        if (!includes(namespace)) {
            return otherwise.get();
        }
        ran.add(namespace);
        return reconciliation.get();
    }

    @Override
    public Runnable onIncluded(Consumer<Predicate<String>> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }
}
