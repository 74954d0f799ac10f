package dev.butlerlabs.core.server;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.ManagementAddon;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.server.stream.StreamTopic;
import dev.butlerlabs.core.server.view.BootstrapRunBuilder;
import dev.butlerlabs.core.server.view.ClusterRowBuilder;
import dev.butlerlabs.core.server.view.PlatformRowBuilder;
import dev.butlerlabs.core.server.view.PoolRowBuilder;
import dev.butlerlabs.core.server.view.RunViews.RunDetail;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The topics of the stream. */
final class ConsoleTopics {
    static final List<StreamTopic<?>> ALL = List.of(
            new StreamTopic<>("clusters", TenantCluster.class, "tenantclusters", true, ClusterRowBuilder::row),
            new StreamTopic<>("networks", NetworkPool.class, "networkpools", true, PoolRowBuilder::row),
            new StreamTopic<>("teams", Team.class, "teams", false, PlatformRowBuilder::team),
            new StreamTopic<>("addons", ManagementAddon.class, "managementaddons", false, PlatformRowBuilder::addon),
            new StreamTopic<>(
                    "providers",
                    ProviderConfig.class,
                    "providerconfigs",
                    true,
                    config -> PlatformRowBuilder.provider(config, Optional.empty())),
            new StreamTopic<>("runs", ClusterBootstrap.class, "clusterbootstraps", true, ConsoleTopics::run));

    private ConsoleTopics() {}

    private static Object run(ClusterBootstrap bootstrap) {
        return BootstrapRunBuilder.run(bootstrap).<Object>map(RunDetail::row).orElse(Map.of());
    }
}
