package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.api.ProviderConfig;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The resources a plan becomes. They are the same whenever they are made of the same plan, so that applying them again changes
 * nothing.
 *
 * @param secrets credentials of the infrastructure and chosen secrets of the console
 * @param networkPool made on the management cluster once it stands
 * @param butlerConfig applied to the management cluster once it stands
 */
public record BootstrapResources(
        List<Secret> secrets,
        ProviderConfig providerConfig,
        ClusterBootstrap clusterBootstrap,
        Optional<NetworkPool> networkPool,
        Optional<ButlerConfig> butlerConfig) {
    public BootstrapResources {
        secrets = List.copyOf(secrets);
    }

    public static BootstrapResources of(BootstrapConfig config, ProviderPart provider) {
        Optional<Secret> credentials = SecretRendering.credentials(config, provider);
        List<Secret> secrets = new ArrayList<>(credentials.stream().toList());
        SecretRendering.console(config).ifPresent(secrets::add);
        return new BootstrapResources(
                secrets,
                ProviderRendering.providerConfig(config, provider, credentials),
                ClusterRendering.clusterBootstrap(config),
                PlatformRendering.networkPool(config),
                PlatformRendering.butlerConfig(config));
    }

    /** What the bootstrap begins with, in the order in which it is applied. */
    public List<HasMetadata> first() {
        List<HasMetadata> first = new ArrayList<>(secrets);
        first.add(providerConfig);
        first.add(clusterBootstrap);
        return List.copyOf(first);
    }

    /** What is applied to the management cluster at the end. */
    public List<HasMetadata> last() {
        List<HasMetadata> last = new ArrayList<>();
        networkPool.ifPresent(last::add);
        butlerConfig.ifPresent(last::add);
        return List.copyOf(last);
    }

    /** Secrets do not show. */
    @Override
    public String toString() {
        return "BootstrapResources[" + clusterBootstrap.getMetadata().getName() + "]";
    }
}
