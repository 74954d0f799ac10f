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
 * The resources that a plan is rendered to. Rendering is deterministic: applying the resources of the same plan again changes
 * nothing.
 *
 * @param secrets credentials of the infrastructure and configured secrets of the console
 * @param networkPool created on the management cluster at the end of the bootstrap
 * @param butlerConfig applied to the management cluster at the end of the bootstrap
 */
public record BootstrapManifests(
        List<Secret> secrets,
        ProviderConfig providerConfig,
        ClusterBootstrap clusterBootstrap,
        Optional<NetworkPool> networkPool,
        Optional<ButlerConfig> butlerConfig) {
    public BootstrapManifests {
        secrets = List.copyOf(secrets);
    }

    public static BootstrapManifests of(BootstrapConfig config, ProviderSectionResult provider) {
        Optional<Secret> credentials = SecretRenderer.credentials(config, provider);
        List<Secret> secrets = new ArrayList<>(credentials.stream().toList());
        SecretRenderer.console(config).ifPresent(secrets::add);
        return new BootstrapManifests(
                secrets,
                ProviderConfigRenderer.providerConfig(config, provider, credentials),
                ClusterBootstrapRenderer.clusterBootstrap(config),
                PlatformRenderer.networkPool(config),
                PlatformRenderer.butlerConfig(config));
    }

    /** Returns the resources that start the bootstrap, in the order in which they are applied. */
    public List<HasMetadata> first() {
        List<HasMetadata> first = new ArrayList<>(secrets);
        first.add(providerConfig);
        first.add(clusterBootstrap);
        return List.copyOf(first);
    }

    /** Returns the resources that are applied to the management cluster at the end. */
    public List<HasMetadata> last() {
        List<HasMetadata> last = new ArrayList<>();
        networkPool.ifPresent(last::add);
        butlerConfig.ifPresent(last::add);
        return List.copyOf(last);
    }

    /** Omits the Secrets. */
    @Override
    public String toString() {
        return "BootstrapResources[" + clusterBootstrap.getMetadata().getName() + "]";
    }
}
