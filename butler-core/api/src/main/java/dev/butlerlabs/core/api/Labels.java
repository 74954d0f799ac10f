package dev.butlerlabs.core.api;

/** Labels that Butler sets and selects by. */
public final class Labels {
    public static final String MANAGED_BY = "app.kubernetes.io/managed-by";

    public static final String TEAM = ApiGroup.NAME + "/team";
    public static final String ENVIRONMENT = ApiGroup.NAME + "/environment";
    public static final String TENANT = ApiGroup.NAME + "/tenant";
    public static final String SOURCE_NAMESPACE = ApiGroup.NAME + "/source-namespace";
    public static final String SOURCE_NAME = ApiGroup.NAME + "/source-name";
    public static final String PROVIDER_CONFIG = ApiGroup.NAME + "/provider-config";
    public static final String WORKSPACE_OWNER = ApiGroup.NAME + "/workspace-owner";
    public static final String PLATFORM_LOAD_BALANCER = ApiGroup.NAME + "/platform-lb";

    public static final String NETWORK_POOL = ApiGroup.NAME + "/network-pool";
    public static final String ALLOCATION_TYPE = ApiGroup.NAME + "/allocation-type";
    public static final String ALLOCATION_ROLE = ApiGroup.NAME + "/allocation-role";

    public static final String SCHEMATIC_ID = ApiGroup.NAME + "/schematic-id";
    public static final String IMAGE_VERSION = ApiGroup.NAME + "/image-version";
    public static final String IMAGE_ARCHITECTURE = ApiGroup.NAME + "/image-arch";
    /** Of ImageSyncs that the controllers created for tenant clusters. They are deleted when no tenant cluster uses them. */
    public static final String AUTO_SYNCED = ApiGroup.NAME + "/auto-synced";

    public static final String CLUSTER_BOOTSTRAP = ApiGroup.NAME + "/cluster-bootstrap";
    public static final String CLUSTER = ApiGroup.NAME + "/cluster";
    /**
     * On the objects of a cluster in an engine: the bootstrap run manages them, and controllers that use the same API ignore
     * them.
     */
    public static final String ENGINE_OF = ApiGroup.NAME + "/engine-of";

    public static final String ROLE = ApiGroup.NAME + "/role";

    public static final String ADDON_DEFINITION = ApiGroup.NAME + "/addon-definition";
    public static final String AUTO_ENROLLED = ApiGroup.NAME + "/auto-enrolled";

    /** On an event that records who changed an object. */
    public static final String AUDIT = ApiGroup.NAME + "/audit";

    /** On the Flux objects that Butler created, with the value {@code true}. */
    public static final String GITOPS = ApiGroup.NAME + "/gitops";

    /** On a Secret with the value {@code true}: Butler may copy it to tenant clusters as the credentials of a Git repository. */
    public static final String GITOPS_CREDENTIALS = ApiGroup.NAME + "/gitops-credentials";

    private Labels() {}
}
