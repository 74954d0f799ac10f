package dev.butlerlabs.core.provider.clusterapi;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The infrastructures on which tenant clusters can run. Immutable. */
public final class ClusterApiProviderRegistry {
    private final Map<String, ClusterApiProvider> providers = new TreeMap<>();

    public ClusterApiProviderRegistry(Iterable<ClusterApiProvider> providers) {
        providers.forEach(provider -> this.providers.put(provider.infrastructure(), provider));
    }

    /** Returns the providers on the class path. */
    public static ClusterApiProviderRegistry load() {
        return new ClusterApiProviderRegistry(ServiceLoader.load(ClusterApiProvider.class));
    }

    /** Returns the resource types that a bootstrap installs for an infrastructure; empty if it has no Cluster API provider. */
    public Optional<ClusterApiResourceTypes> defaultKinds(String infrastructure) {
        return Optional.ofNullable(providers.get(infrastructure))
                .map(provider -> provider.renderers().getLast().kinds());
    }

    /**
     * Returns the renderer for a tenant cluster.
     *
     * @param clusterKind kind of the infrastructure cluster, if the tenant cluster has one already; it does not change
     * @param installed whether the management cluster has these resource types
     * @throws ButlerException with code {@link ErrorCode#NOT_OFFERED} if the infrastructure has no Cluster API provider
     */
    public ClusterApiRenderer renderer(
            String infrastructure, Optional<String> clusterKind, Predicate<ClusterApiResourceTypes> installed) {
        List<ClusterApiRenderer> offered = require(infrastructure).renderers();
        return clusterKind
                .flatMap(kind -> offered.stream()
                        .filter(renderer -> renderer.kinds().clusterKind().equals(kind))
                        .findFirst())
                .or(() -> offered.stream()
                        .filter(renderer -> installed.test(renderer.kinds()))
                        .findFirst())
                .orElseGet(offered::getLast);
    }

    private ClusterApiProvider require(String infrastructure) {
        return Optional.ofNullable(providers.get(infrastructure))
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.NOT_OFFERED,
                        "Tenant clusters are not supported on %s.".formatted(infrastructure),
                        "Use a ProviderConfig of one of: %s.".formatted(String.join(", ", providers.keySet()))));
    }
}
