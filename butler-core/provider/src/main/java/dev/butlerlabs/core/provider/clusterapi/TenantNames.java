package dev.butlerlabs.core.provider.clusterapi;

import dev.butlerlabs.core.api.TenantCluster;

/** The names of a tenant cluster's objects. Deterministic. */
public final class TenantNames {
    /** The namespace name has nine more characters than the cluster name, and a limit of 63. */
    public static final int LONGEST = 54;

    private static final int UID_LETTERS = 8;

    private TenantNames() {}

    /**
     * Returns the namespace of the cluster's objects in the management cluster. A cluster that is recreated with the same name gets another
     * one.
     */
    public static String namespace(TenantCluster cluster) {
        String uid = cluster.getMetadata().getUid().replace("-", "");
        return cluster.getMetadata().getName() + "-" + uid.substring(0, UID_LETTERS);
    }

    public static String workers(TenantCluster cluster) {
        return cluster.getMetadata().getName() + "-workers";
    }

    /** Returns the Secret in which the control plane provider stores an administrator kubeconfig. */
    public static String adminKubeconfig(TenantCluster cluster) {
        return cluster.getMetadata().getName() + "-admin-kubeconfig";
    }

    /** Returns the Secret in which Cluster API reads the kubeconfig. */
    public static String clusterApiKubeconfig(TenantCluster cluster) {
        return cluster.getMetadata().getName() + "-kubeconfig";
    }

    /** Returns the Secret in which the Talos bootstrap provider reads the secrets of a cluster. */
    public static String talosSecrets(TenantCluster cluster) {
        return cluster.getMetadata().getName() + "-talos";
    }

    public static String credentials(TenantCluster cluster) {
        return cluster.getMetadata().getName() + "-credentials";
    }

    public static String template(TenantCluster cluster, String hash) {
        return cluster.getMetadata().getName() + "-worker-" + hash;
    }
}
