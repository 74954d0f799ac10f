package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.ButlerConfigSpec.MultiTenancy;
import dev.butlerlabs.core.api.ButlerConfigSpecBuilder;
import dev.butlerlabs.core.api.NetworkPool;
import java.util.Optional;

/** Renders the resources that are applied to the management cluster at the end of the bootstrap. */
final class PlatformRenderer {
    private static final String THE_ONE = "butler";

    private PlatformRenderer() {}

    static Optional<NetworkPool> networkPool(BootstrapConfig config) {
        return config.networkPool().map(pool -> {
            NetworkPool resource = new NetworkPool();
            resource.setMetadata(BootstrapMetadata.named(pool.name(), config));
            resource.setSpec(pool.spec());
            return resource;
        });
    }

    static Optional<ButlerConfig> butlerConfig(BootstrapConfig config) {
        return config.multiTenancy().map(mode -> {
            ButlerConfig resource = new ButlerConfig();
            resource.setMetadata(BootstrapMetadata.clusterWide(THE_ONE, config));
            resource.setSpec(ButlerConfigSpecBuilder.builder()
                    .multiTenancy(new MultiTenancy(mode))
                    .build());
            return resource;
        });
    }
}
