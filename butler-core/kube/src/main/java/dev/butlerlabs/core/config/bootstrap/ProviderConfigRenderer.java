package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigSpecBuilder;
import dev.butlerlabs.core.api.SecretReference;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.Optional;

/** Renders the ProviderConfig of a plan. */
final class ProviderConfigRenderer {
    private ProviderConfigRenderer() {}

    static String name(BootstrapConfig config) {
        return config.cluster().name() + "-provider";
    }

    static ProviderConfig providerConfig(
            BootstrapConfig config, ProviderSectionResult provider, Optional<Secret> credentials) {
        ProviderConfig resource = new ProviderConfig();
        resource.setMetadata(BootstrapMetadata.named(name(config), config));
        resource.setSpec(ProviderConfigSpecBuilder.builder(provider.settings())
                .provider(config.provider())
                .credentialsRef(
                        credentials.map(secret -> reference(secret, provider)).orElse(null))
                .network(config.providerNetwork().orElse(null))
                .build());
        return resource;
    }

    private static SecretReference reference(Secret secret, ProviderSectionResult provider) {
        return new SecretReference(
                secret.getMetadata().getName(),
                secret.getMetadata().getNamespace(),
                provider.credentialsKey().orElse(null));
    }
}
