package dev.butlerlabs.core.engine;

import dev.butlerlabs.core.kube.Kubeconfig;

/** Where custom resources live before a management cluster exists. Nobody asks which one it is. */
public interface Engine extends AutoCloseable {
    /** What it is and where, for people. */
    String description();

    /** How to reach its Kubernetes API, in which Butler's kinds are installed. */
    Kubeconfig access();

    /** Stops what runs in this process. The resources stay, and the engine can be started again. */
    @Override
    void close();

    /** Takes the engine away with everything in it that is Butler's. Called after {@link #close()}, at success or by order. */
    void remove();
}
