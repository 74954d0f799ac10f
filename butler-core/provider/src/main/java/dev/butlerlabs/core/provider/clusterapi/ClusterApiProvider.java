package dev.butlerlabs.core.provider.clusterapi;

import java.util.List;

/**
 * Renders tenant clusters for one infrastructure. An optional capability of a provider: {@link ClusterApiProviderRegistry} finds implementations
 * with {@link java.util.ServiceLoader}, independent of whether the infrastructure also has an {@link
 * dev.butlerlabs.core.provider.InfrastructureProvider} for machines. Implementations are stateless and thread-safe.
 */
public interface ClusterApiProvider {
    /** Returns the name of the infrastructure, as in {@code spec.provider} of a ProviderConfig. */
    String infrastructure();

    /**
     * Returns the renderers, in order of preference; at least one.
     *
     * <p>New tenant clusters use the first renderer whose resource types are installed in the management cluster. If none is installed, they
     * wait for the last one, which is also the one that a bootstrap installs.
     */
    List<ClusterApiRenderer> renderers();
}
