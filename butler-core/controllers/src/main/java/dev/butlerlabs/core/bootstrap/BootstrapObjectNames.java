package dev.butlerlabs.core.bootstrap;

/** The names of a cluster's resources. Deterministic, so that a second run finds the resources of the first. */
final class BootstrapObjectNames {
    /** The keys of the Secret with the cluster's secrets. */
    static final String SECRETS_KEY = "secrets.yaml";

    static final String TALOSCONFIG_KEY = "talosconfig";
    static final String KUBECONFIG_KEY = "kubeconfig";

    /** The key of the Secret with the user data of a machine. */
    static final String USER_DATA_KEY = "userData";

    private BootstrapObjectNames() {}

    static String controlPlane(String cluster, int index) {
        return "%s-cp-%d".formatted(cluster, index);
    }

    static String worker(String cluster, int index) {
        return "%s-worker-%d".formatted(cluster, index);
    }

    static String talosSecrets(String cluster) {
        return cluster + "-talos-secrets";
    }

    static String kubeconfig(String cluster) {
        return cluster + "-kubeconfig";
    }

    static String userData(String machine) {
        return machine + "-user-data";
    }

    static String loadBalancer(String cluster) {
        return cluster + "-cp-lb";
    }

    /** Returns the name of the NetworkPool of the cluster's own machines. */
    static String nodePool(String cluster) {
        return cluster + "-nodes";
    }
}
