package dev.butlerlabs.core.api;

/** Condition types of the Butler custom resources. */
public final class ConditionTypes {
    /** Of all custom resources. */
    public static final String READY = "Ready";

    public static final String PROGRESSING = "Progressing";
    public static final String DEGRADED = "Degraded";

    /** Of a TenantCluster. */
    public static final String INFRASTRUCTURE_READY = "InfrastructureReady";

    public static final String CONTROL_PLANE_READY = "ControlPlaneReady";
    public static final String WORKERS_READY = "WorkersReady";
    public static final String ADDONS_READY = "AddonsReady";
    public static final String NETWORK_READY = "NetworkReady";
    public static final String PROVIDER_ACCESS_GRANTED = "ProviderAccessGranted";
    public static final String IMAGE_READY = "ImageReady";
    public static final String QUOTA_SATISFIED = "QuotaSatisfied";

    /** Of a TenantCluster whose hibernation was requested; absent otherwise. */
    public static final String HIBERNATED = "Hibernated";

    /** Of a Team. */
    public static final String NAMESPACE_READY = "NamespaceReady";

    public static final String RBAC_READY = "RBACReady";
    public static final String QUOTA_EXCEEDED = "QuotaExceeded";

    /** Of a TenantAddon. */
    public static final String CLUSTER_READY = "ClusterReady";

    public static final String DEPENDENCIES_MET = "DependenciesMet";
    public static final String INSTALLED = "Installed";
    public static final String HEALTHY = "Healthy";

    /** Of a LoadBalancerRequest. */
    public static final String PROVISIONED = "Provisioned";

    public static final String TARGETS_SYNCED = "TargetsSynced";

    /** Of an IdentityProvider. */
    public static final String DISCOVERED = "Discovered";

    public static final String SECRET_VALID = "SecretValid";

    /** Of a User. */
    public static final String INVITE_PENDING = "InvitePending";

    public static final String INVITE_EXPIRED = "InviteExpired";

    /** Of a Workspace. */
    public static final String POD_READY = "PodReady";

    public static final String PVC_READY = "PVCReady";
    public static final String SSH_READY = "SSHReady";
    public static final String REPOSITORY_CLONED = "RepositoryCloned";
    public static final String DOTFILES_INSTALLED = "DotfilesInstalled";

    private ConditionTypes() {}
}
