package dev.butlerlabs.core.engine.kind;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/**
 * What a KIND cluster and its parts are called.
 *
 * @param cluster what the {@code kind} program calls it
 */
record KindName(String cluster) {
    static final String CLUSTER_LABEL = "io.x-k8s.kind.cluster";
    static final String ROLE_LABEL = "io.x-k8s.kind.role";
    /** Tells which run made it; the {@code kind} program does not mind. */
    static final String OWNER_LABEL = "dev.butlerlabs.engine";

    private static final String ROLE = "control-plane";
    /** The node's name has to be a host name, of which Linux allows 64 characters. */
    private static final int LONGEST = 48;

    private static final int DIGITS = 8;

    /** One of its own for each cluster, so that several can be made at once. */
    static KindName of(String cluster) {
        String name = "butler-" + cluster;
        return new KindName(
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

    /** What its context, user and cluster are called in a kubeconfig. */
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
