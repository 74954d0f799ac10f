package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.api.BootstrapAddons;
import dev.butlerlabs.core.api.ButlerConfigSpec.MultiTenancy;
import dev.butlerlabs.core.api.ControlPlaneExposure;
import dev.butlerlabs.core.api.ProviderNetwork;
import dev.butlerlabs.core.config.ConfigSection;
import java.util.Objects;
import java.util.Optional;

/**
 * The validated configuration of a management cluster. Immutable.
 *
 * @param providerSection infrastructure settings, read by the provider
 * @param exposure how tenant control planes are exposed
 * @param networkPool NetworkPool created at the end of the bootstrap
 * @param providerNetwork addresses of the infrastructure and how they are allocated
 */
public record BootstrapConfig(
        String provider,
        ClusterSettings cluster,
        NetworkSettings network,
        TalosSettings talos,
        BootstrapAddons addons,
        WebConsoleSecrets consoleSecrets,
        Optional<ControlPlaneExposure> exposure,
        Optional<NetworkPoolSettings> networkPool,
        Optional<ProviderNetwork> providerNetwork,
        Optional<MultiTenancy.Mode> multiTenancy,
        ConfigSection providerSection) {
    public BootstrapConfig {
        Objects.requireNonNull(provider, "provider");
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(network, "network");
        Objects.requireNonNull(talos, "talos");
        Objects.requireNonNull(addons, "addons");
        Objects.requireNonNull(consoleSecrets, "consoleSecrets");
        Objects.requireNonNull(providerSection, "providerSection");
    }

    /** Returns a copy with another network plan. */
    public BootstrapConfig with(NetworkSettings other) {
        return new BootstrapConfig(
                provider,
                cluster,
                other,
                talos,
                addons,
                consoleSecrets,
                exposure,
                networkPool,
                providerNetwork,
                multiTenancy,
                providerSection);
    }

    /** Omits the machine configuration patches, which may contain resolved references. */
    @Override
    public String toString() {
        return "BootstrapConfig[%s on %s]".formatted(cluster.name(), provider);
    }
}
