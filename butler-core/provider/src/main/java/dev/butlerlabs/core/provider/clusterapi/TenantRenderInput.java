package dev.butlerlabs.core.provider.clusterapi;

import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.api.ProviderNetwork;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec;
import dev.butlerlabs.core.provider.Credentials;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * The input for rendering a tenant cluster. Immutable.
 *
 * @param credentials of the infrastructure
 * @param platform the platform's defaults for tenant clusters
 * @param endpoint the address of the control plane, once it is known
 */
public record TenantRenderInput(
        TenantCluster cluster,
        ProviderConfig provider,
        Credentials credentials,
        Optional<ButlerConfigSpec> platform,
        TenantAddresses addresses,
        Optional<ApiEndpoint> endpoint) {
    public TenantRenderInput {
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(provider, "provider");
        Objects.requireNonNull(credentials, "credentials");
        Objects.requireNonNull(platform, "platform");
        Objects.requireNonNull(addresses, "addresses");
        Objects.requireNonNull(endpoint, "endpoint");
    }

    public TenantClusterSpec spec() {
        return cluster.getSpec();
    }

    public ProviderConfigSpec infrastructure() {
        return provider.getSpec();
    }

    public String name() {
        return cluster.getMetadata().getName();
    }

    public String namespace() {
        return TenantNames.namespace(cluster);
    }

    public TenantObjectFactory parts() {
        return new TenantObjectFactory(cluster);
    }

    public Optional<ProviderNetwork> network() {
        return Optional.ofNullable(provider.getSpec().network());
    }

    /** Returns a text setting of the platform. */
    public Optional<String> ofPlatform(Function<ButlerConfigSpec, String> setting) {
        return platform.map(setting).flatMap(BlankTextFilter::given);
    }

    /** Returns the time servers of the cluster, otherwise of the infrastructure, otherwise of the platform. */
    public List<String> timeServers() {
        if (!spec().timeServers().isEmpty()) {
            return spec().timeServers();
        }
        return network()
                .map(ProviderNetwork::timeServers)
                .filter(servers -> !servers.isEmpty())
                .or(() -> platform.map(ButlerConfigSpec::defaultTimeServers))
                .orElse(List.of());
    }
}
