package dev.butlerlabs.core.api;

import io.fabric8.kubernetes.client.CustomResource;
import java.util.List;
import java.util.Set;

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
            WorkspaceTemplate.class,
            BackupSchedule.class);

    /** Every field of their spec is optional, and so is the spec. */
    private static final Set<Class<?>> SPEC_OPTIONAL = Set.of(Team.class, ButlerConfig.class);

    private CustomResourceTypes() {}

    /**
     * Returns whether objects of a type must have a spec. The API server accepts objects without one: the schema of a spec only
     * applies if there is one.
     */
    public static boolean isSpecRequired(Class<?> type) {
        return ALL.contains(type) && !SPEC_OPTIONAL.contains(type);
    }
}
