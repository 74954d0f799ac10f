package dev.butlerlabs.core.tenant.render;

import dev.butlerlabs.core.api.TenantCluster;

/** How the parts of a tenant cluster are called. */
public final class TenantNames {
    /** The namespace takes the name and nine more characters, and may have 63. */
    static final int LONGEST = 54;

    private static final int UID_LETTERS = 8;

    private TenantNames() {}

    /** The namespace of the management cluster that holds the parts; a cluster made again under its name gets another. */
    public static String namespace(TenantCluster cluster) {
        String uid = cluster.getMetadata().getUid().replace("-", "");
        return cluster.getMetadata().getName() + "-" + uid.substring(0, UID_LETTERS);
    }

    public static String workers(TenantCluster cluster) {
        return cluster.getMetadata().getName() + "-workers";
    }

    /** The Secret in which the control plane's provider puts an administrator's kubeconfig. */
    public static String adminKubeconfig(TenantCluster cluster) {
        return cluster.getMetadata().getName() + "-admin-kubeconfig";
    }

    /** The Secret in which Cluster API looks for a kubeconfig. */
    public static String clusterApiKubeconfig(TenantCluster cluster) {
        return cluster.getMetadata().getName() + "-kubeconfig";
    }

    /** The Secret in which Talos's provider looks for the secrets of a cluster. */
    public static String talosSecrets(TenantCluster cluster) {
        return cluster.getMetadata().getName() + "-talos";
    }

    static String credentials(TenantCluster cluster) {
        return cluster.getMetadata().getName() + "-credentials";
    }

    static String template(TenantCluster cluster, String hash) {
        return cluster.getMetadata().getName() + "-worker-" + hash;
    }
}
