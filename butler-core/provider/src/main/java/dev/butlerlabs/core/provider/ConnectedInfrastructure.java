package dev.butlerlabs.core.provider;

import java.util.List;
import java.util.Optional;

/**
 * A connection to one infrastructure with its credentials. Thread-safe. All methods throw {@link
 * dev.butlerlabs.core.error.ButlerException}, whose code determines whether a retry can help ({@link FailureClassifier}).
 */
public interface ConnectedInfrastructure extends AutoCloseable {
    MachineOperations machines();

    /**
     * Returns the load balancers.
     *
     * @return empty if the infrastructure has none and a control plane uses a virtual IP address
     */
    default Optional<LoadBalancerOperations> loadBalancers() {
        return Optional.empty();
    }

    /**
     * Returns the boot images.
     *
     * @return empty if Butler cannot import images into the infrastructure
     */
    default Optional<ImageOperations> images() {
        return Optional.empty();
    }

    /** Returns all resources with ownership tags of Butler, of any owner. Searches by tags only. Images have no owner and are not included. */
    List<OwnedResource> owned();

    /**
     * Deletes a resource returned by {@link #owned()}. Idempotent: succeeds if it does not exist. Deletion is asynchronous; call
     * {@link #owned()} again to verify it.
     */
    void remove(OwnedResource resource);

    /** Returns the preflight checks for a plan. The checks connect when they run, not before. */
    List<PreflightCheck> preflight(PreflightInput plan);

    /** Returns the version of the infrastructure. Sends a request. */
    String version();

    @Override
    void close();
}
