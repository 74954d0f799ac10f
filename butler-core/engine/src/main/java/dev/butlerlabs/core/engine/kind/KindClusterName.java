package dev.butlerlabs.core.engine.kind;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/**
 * The names of a KIND cluster and its parts.
 *
 * @param cluster name for the {@code kind} CLI
 */
record KindClusterName(String cluster) {
    static final String CLUSTER_LABEL = "io.x-k8s.kind.cluster";
    static final String ROLE_LABEL = "io.x-k8s.kind.role";
    /** Label with the owner of the cluster; the {@code kind} CLI ignores it. */
    static final String OWNER_LABEL = "dev.butlerlabs.engine";

    private static final String ROLE = "control-plane";
    /** The node name is also a host name, which Linux limits to 64 characters. */
    private static final int LONGEST = 48;

    private static final int DIGITS = 8;

    /** Returns a name per cluster, so that several clusters can be bootstrapped at the same time. */
    static KindClusterName of(String cluster) {
        String name = "butler-" + cluster;
        return new KindClusterName(
                name.length() <= LONGEST
                        ? name
                        : name.substring(0, LONGEST - DIGITS - 1) + "-"
                                + hash(name).substring(0, DIGITS));
    }

    private static String hash(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    String node() {
        return cluster + "-" + ROLE;
    }

    /** Returns the name of its context, user and cluster in a kubeconfig. */
    String context() {
        return "kind-" + cluster;
    }

    Map<String, String> clusterLabel() {
        return Map.of(CLUSTER_LABEL, cluster);
    }

    Map<String, String> labels(String owner) {
        return Map.of(CLUSTER_LABEL, cluster, ROLE_LABEL, ROLE, OWNER_LABEL, owner);
    }
}
