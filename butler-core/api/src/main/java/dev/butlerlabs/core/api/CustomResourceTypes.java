package dev.butlerlabs.core.api;

import io.fabric8.kubernetes.client.CustomResource;
import java.util.List;

/** Lists all custom resources of the API group. Add new ones here only. */
public final class CustomResourceTypes {
    public static final List<Class<? extends CustomResource<?, ?>>> ALL = List.of(
            ClusterBootstrap.class,
            MachineRequest.class,
            ProviderConfig.class,
            LoadBalancerRequest.class,
            ImageSync.class,
            TenantCluster.class,
            TenantAddon.class,
            AddonDefinition.class,
            ManagementAddon.class,
            NetworkPool.class,
            IPAllocation.class,
            Team.class,
            User.class,
            IdentityProvider.class,
            ButlerConfig.class,
            ClusterCreationPolicy.class,
            Workspace.class,
            WorkspaceTemplate.class);

    private CustomResourceTypes() {}
}
