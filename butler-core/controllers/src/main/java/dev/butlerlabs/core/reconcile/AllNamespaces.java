package dev.butlerlabs.core.reconcile;

import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The filter of a host that reconciles all namespaces. */
enum AllNamespaces implements NamespaceFilter {
    INSTANCE;

    @Override
    public boolean includes(String namespace) {
        return true;
    }

    @Override
    public <T> T run(String namespace, Supplier<T> reconciliation, Supplier<T> otherwise) {
        return reconciliation.get();
    }

    @Override
    public Runnable onIncluded(Consumer<Predicate<String>> listener) {
        return () -> {};
    }
}
