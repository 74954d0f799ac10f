package dev.butlerlabs.core.api;

/** The names of a cluster's resources. Deterministic, so that a second run finds the resources of the first. */
public final class BootstrapObjectNames {
    /** The keys of the Secret with the cluster's secrets. */
    public static final String SECRETS_KEY = "secrets.yaml";

    public static final String TALOSCONFIG_KEY = "talosconfig";
    public static final String KUBECONFIG_KEY = "kubeconfig";

    /** The key of the Secret with the user data of a machine. */
    public static final String USER_DATA_KEY = "userData";

    private BootstrapObjectNames() {}

    public static String controlPlane(String cluster, int index) {
        return "%s-cp-%d".formatted(cluster, index);
    }

    public static String worker(String cluster, int index) {
        return "%s-worker-%d".formatted(cluster, index);
    }

    public static String talosSecrets(String cluster) {
        return cluster + "-talos-secrets";
    }

    public static String kubeconfig(String cluster) {
        return cluster + "-kubeconfig";
    }

    public static String userData(String machine) {
        return machine + "-user-data";
    }

    public static String loadBalancer(String cluster) {
        return cluster + "-cp-lb";
    }

    /** Returns the name of the ConfigMap with the decisions of a restore. */
    public static String recovery(String cluster) {
        return cluster + "-recovery";
    }

    /** Returns the name of the ImageSync of the cluster's own machines. */
    public static String image(String cluster) {
        return cluster + "-image";
    }

    /** Returns the name of the NetworkPool of the cluster's own machines. */
    public static String nodePool(String cluster) {
        return cluster + "-nodes";
    }
}
