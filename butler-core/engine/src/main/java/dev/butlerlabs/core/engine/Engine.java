package dev.butlerlabs.core.engine;

import dev.butlerlabs.core.kube.Kubeconfig;

/**
 * The Kubernetes API that stores custom resources before a management cluster exists. Callers do not depend on its type.
 *
 * <p>Use one instance from one thread.
 */
public interface Engine extends AutoCloseable {
    /** Returns a description with its location, for messages. */
    String description();

    /** Returns access to its Kubernetes API, in which the Butler CRDs are installed. */
    Kubeconfig access();

    /** Stops everything that runs in this process. The resources are kept, and the engine can be started again. */
    @Override
    void close();

    /** Deletes the engine with all resources of Butler. Called after {@link #close()}, on success or on request. Idempotent. */
    void remove();
}
