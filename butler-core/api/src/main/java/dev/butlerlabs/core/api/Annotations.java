package dev.butlerlabs.core.api;

/** Annotations Butler reads and writes. */
public final class Annotations {
    public static final String DESCRIPTION = ApiGroup.NAME + "/description";
    public static final String CREATED_BY = ApiGroup.NAME + "/created-by";
    public static final String CREATOR_EMAIL = ApiGroup.NAME + "/creator-email";
    public static final String OWNER = ApiGroup.NAME + "/owner";
    public static final String MIGRATION_OPERATION = ApiGroup.NAME + "/migration-operation";

    /** On a TenantCluster that is paused: what its management policy was before. */
    public static final String MODE_BEFORE_PAUSE = ApiGroup.NAME + "/mode-before-pause";

    /** On a Workspace: somebody wants to connect, and since when. */
    public static final String CONNECT = ApiGroup.NAME + "/connect";

    public static final String CONNECT_TIME = ApiGroup.NAME + "/connect-time";

    /** On a MachineRequest: the zone to make the machine in. */
    public static final String AVAILABILITY_ZONE = ApiGroup.NAME + "/availability-zone";

    /** On a MachineRequest or LoadBalancerRequest: whose what it stands for is, in the marks on the infrastructure; outlives a move of the object. */
    public static final String OWNER_ID = ApiGroup.NAME + "/owner-id";

    /** On a MachineRequest that is being deleted: its machine, named here, is left as it is; for infrastructures that are no more. */
    public static final String ABANDON_MACHINE = ApiGroup.NAME + "/abandon-machine";

    /** On a Cluster API Machine: it has accepted its Talos configuration. */
    public static final String TALOS_CONFIG_APPLIED = ApiGroup.NAME + "/talos-config-applied";

    /** On a ManagementAddon or TenantAddon: the Secret whose {@code values.yaml} overrules the values of the spec. */
    public static final String VALUES_SECRET = ApiGroup.NAME + "/values-secret";

    /** On a Secret: the namespaces, comma-separated, whose objects may refer to it. */
    public static final String ALLOW_REFERENCES_FROM = ApiGroup.NAME + "/allow-references-from";

    private Annotations() {}
}
