package dev.butlerlabs.core.reconcile;

import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Selects the namespaces whose objects a host reconciles. The selection may change at any time; the host watches the objects of all namespaces, so that it
 * need not list them again. Implementations must be thread-safe and fast.
 */
public interface NamespaceFilter {
    /** Returns whether a reconciliation of an object of this namespace may start now. */
    boolean includes(String namespace);

    /**
     * Runs a reconciliation, and counts it as running until it returns.
     *
     * @param otherwise called instead if the namespace is not included
     */
    <T> T run(String namespace, Supplier<T> reconciliation, Supplier<T> otherwise);

    /**
     * Registers a listener for namespaces that become included.
     *
     * @param listener receives a predicate that selects them, on the thread that includes them
     * @return removes the listener
     */
    Runnable onIncluded(Consumer<Predicate<String>> listener);

    /** Returns a filter that always includes all namespaces. */
    static NamespaceFilter all() {
        return AllNamespaces.INSTANCE;
    }
}
