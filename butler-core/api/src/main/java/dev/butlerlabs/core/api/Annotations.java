package dev.butlerlabs.core.api;

/** Annotations that Butler reads and writes. */
public final class Annotations {
    public static final String DESCRIPTION = ApiGroup.NAME + "/description";
    public static final String CREATED_BY = ApiGroup.NAME + "/created-by";
    public static final String CREATOR_EMAIL = ApiGroup.NAME + "/creator-email";
    public static final String OWNER = ApiGroup.NAME + "/owner";
    public static final String MIGRATION_OPERATION = ApiGroup.NAME + "/migration-operation";

    /** On a paused TenantCluster: its previous management policy. */
    public static final String MODE_BEFORE_PAUSE = ApiGroup.NAME + "/mode-before-pause";

    /** On a TenantCluster: the time at which its hibernation was requested. Without it, the cluster is awake. */
    public static final String HIBERNATED = ApiGroup.NAME + "/hibernated";

    /** On a TenantCluster: how many workers may exist in addition to the requested number while workers are replaced, such as 1 or 25%. */
    public static final String MAX_SURGE = ApiGroup.NAME + "/max-surge";

    /** On a TenantCluster: how many of the requested workers may be unavailable while workers are replaced, such as 1 or 25%. */
    public static final String MAX_UNAVAILABLE = ApiGroup.NAME + "/max-unavailable";

    /** On an object that was completely restored from a backup: the sentinel of the backup. */
    public static final String RESTORED_FROM = ApiGroup.NAME + "/restored-from";

    /** On a restored object that is paused until the restore is completed: the sentinel of the backup. */
    public static final String PAUSED_BY_RESTORE = ApiGroup.NAME + "/paused-by-restore";

    /** On an object that a restore has created and not completed: the content of the backup that it comes from. */
    public static final String RESTORE_PENDING = ApiGroup.NAME + "/restore-pending";

    /** On a Workspace: the time of the last connection request. */
    public static final String CONNECT = ApiGroup.NAME + "/connect";

    public static final String CONNECT_TIME = ApiGroup.NAME + "/connect-time";

    /** On a MachineRequest: the availability zone of the machine. */
    public static final String AVAILABILITY_ZONE = ApiGroup.NAME + "/availability-zone";

    /**
     * On a MachineRequest or LoadBalancerRequest: the owner ID in the ownership tags of the infrastructure resource. It does not
     * change when the object moves to another cluster.
     */
    public static final String OWNER_ID = ApiGroup.NAME + "/owner-id";

    /** On a ClusterBootstrap: the Kubernetes version that an upgrade has reached. Without it, the default of the Talos version applies. */
    public static final String KUBERNETES_VERSION = ApiGroup.NAME + "/kubernetes-version";

    /** On a node: the Talos upgrade that was requested and is not complete. */
    public static final String TALOS_UPGRADE = ApiGroup.NAME + "/talos-upgrade";

    /** On a ClusterBootstrap: {@link #TRANSFERRED_IMAGE} if its machines use an image that an ImageSync transfers. */
    public static final String IMAGE = ApiGroup.NAME + "/image";

    public static final String TRANSFERRED_IMAGE = "auto";

    /** On a ClusterBootstrap: the CPU architecture of the transferred image, if it is not amd64. */
    public static final String IMAGE_ARCHITECTURE = ApiGroup.NAME + "/image-arch";

    /** On a ClusterBootstrap: {@link #UPLOADED_IMAGE} if Butler must upload the transferred image. */
    public static final String IMAGE_TRANSFER_MODE = ApiGroup.NAME + "/image-transfer-mode";

    public static final String UPLOADED_IMAGE = "proxy";

    /** Of an ImageSync: the images that it transferred and that may still exist, one for each line. Written by the controllers. */
    public static final String TRANSFERRED_IMAGES = ApiGroup.NAME + "/transferred-images";

    /**
     * On a MachineRequest that is being deleted: the name of its machine, which is not deleted. For infrastructures that no
     * longer exist.
     */
    public static final String ABANDON_MACHINE = ApiGroup.NAME + "/abandon-machine";

    /** On a Cluster API Machine: the machine accepted its Talos configuration. */
    public static final String TALOS_CONFIG_APPLIED = ApiGroup.NAME + "/talos-config-applied";

    /** On a ManagementAddon or TenantAddon: the Secret whose {@code values.yaml} overrides the values of the spec. */
    public static final String VALUES_SECRET = ApiGroup.NAME + "/values-secret";

    /** On a Secret: comma-separated list of namespaces whose objects may refer to it. */
    public static final String ALLOW_REFERENCES_FROM = ApiGroup.NAME + "/allow-references-from";

    /** On an object of an access grant in a tenant cluster: the time at which the controllers delete it. */
    public static final String ACCESS_EXPIRES_AT = ApiGroup.NAME + "/access-expires-at";

    /** On a TenantCluster: comma-separated times at which the controllers delete expired access grants in the tenant cluster. */
    public static final String ACCESS_CHECKS = ApiGroup.NAME + "/access-checks";

    /** On a binding of an access grant in a tenant cluster: the user of the management cluster who granted it. */
    public static final String ACCESS_GRANTED_BY = ApiGroup.NAME + "/access-granted-by";

    /** On an audit event: the user who made the change. */
    public static final String AUDIT_USER = ApiGroup.NAME + "/audit-user";

    /** On an audit event: a JSON list of what was changed. */
    public static final String AUDIT_CHANGES = ApiGroup.NAME + "/audit-changes";

    /** On a Node: the operation that cordoned it and uncordons it when it has finished. */
    public static final String CORDONED_BY = ApiGroup.NAME + "/cordoned-by";

    /** On a ClusterBootstrap: names of removed machines, comma-separated. They are not used again. */
    public static final String REMOVED_MACHINES = ApiGroup.NAME + "/removed-machines";

    /** On a ClusterBootstrap: the node operation that has started and not finished, as JSON. */
    public static final String NODE_OPERATION = ApiGroup.NAME + "/node-operation";

    /** On a BackupSchedule: the time at which a backup outside of the schedule was requested. */
    public static final String BACKUP_REQUESTED = ApiGroup.NAME + "/backup-requested";

    /** On a ClusterBootstrap: the rotation of client certificates that has started and not finished, as JSON. */
    public static final String CERTIFICATE_ROTATION = ApiGroup.NAME + "/certificate-rotation";

    /** On the Lease of the controllers: the number of shards into which they divide namespaces; absent if they do not. */
    public static final String SHARDS = ApiGroup.NAME + "/shards";

    private Annotations() {}
}
