package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.api.BootstrapAddons;
import dev.butlerlabs.core.api.ButlerConfigSpec.MultiTenancy;
import dev.butlerlabs.core.api.ControlPlaneExposure;
import dev.butlerlabs.core.api.ProviderNetwork;
import dev.butlerlabs.core.config.Section;
import java.util.Objects;
import java.util.Optional;

/**
 * A management cluster as its author wants it, checked.
 *
 * @param providerSection the settings of the infrastructure, which the provider itself reads
 * @param exposure how control planes of tenant clusters are reached from outside
 * @param networkPool a pool of addresses that is made at the end
 * @param providerNetwork addresses of the infrastructure and how they are shared out
 */
public record BootstrapConfig(
        String provider,
        ClusterPlan cluster,
        NetworkPlan network,
        TalosPlan talos,
        BootstrapAddons addons,
        ConsoleSecrets consoleSecrets,
        Optional<ControlPlaneExposure> exposure,
        Optional<NetworkPoolPlan> networkPool,
        Optional<ProviderNetwork> providerNetwork,
        Optional<MultiTenancy.Mode> multiTenancy,
        Section providerSection) {
    public BootstrapConfig {
        Objects.requireNonNull(provider, "provider");
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(network, "network");
        Objects.requireNonNull(talos, "talos");
        Objects.requireNonNull(addons, "addons");
        Objects.requireNonNull(consoleSecrets, "consoleSecrets");
        Objects.requireNonNull(providerSection, "providerSection");
    }

    /** The same cluster with other addresses. */
    public BootstrapConfig with(NetworkPlan other) {
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

    /** Patches of the machine configuration may hold what the file referred to. */
    @Override
    public String toString() {
        return "BootstrapConfig[%s on %s]".formatted(cluster.name(), provider);
    }
}
