package dev.butlerlabs.core.talos.secrets;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.Problem;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;

/**
 * Everything secret about a cluster. Whoever has it can make configurations for more machines, and can enter the cluster as its
 * administrator; whoever loses it cannot do either.
 *
 * @param clusterId names the cluster to the discovery service
 * @param clusterSecret base64 of the 32 bytes that encrypt what members tell each other
 * @param bootstrapToken with which nodes join Kubernetes
 * @param trustdToken with which workers ask for certificates
 * @param serviceAccountKey PEM text of the key that signs service account tokens
 * @param os the authority of the Talos API
 */
public record SecretsBundle(
        String clusterId,
        String clusterSecret,
        String bootstrapToken,
        EncryptionSecret encryption,
        String trustdToken,
        CertificateAndKey etcd,
        CertificateAndKey kubernetes,
        CertificateAndKey aggregator,
        String serviceAccountKey,
        CertificateAndKey os) {
    private static final int CLUSTER_SECRET_BYTES = 32;
    private static final String TOKEN = "[a-z0-9]{6}\\.[a-z0-9]{16}";

    public SecretsBundle {
        Objects.requireNonNull(clusterId, "clusterId");
        Objects.requireNonNull(clusterSecret, "clusterSecret");
        Objects.requireNonNull(bootstrapToken, "bootstrapToken");
        Objects.requireNonNull(encryption, "encryption");
        Objects.requireNonNull(trustdToken, "trustdToken");
        Objects.requireNonNull(etcd, "etcd");
        Objects.requireNonNull(kubernetes, "kubernetes");
        Objects.requireNonNull(aggregator, "aggregator");
        Objects.requireNonNull(serviceAccountKey, "serviceAccountKey");
        Objects.requireNonNull(os, "os");
    }

    /** Reads {@code secrets.yaml}; everything wrong with it is told at once. */
    public static SecretsBundle parse(String source, String text) {
        return SecretsFile.parse(source, text);
    }

    /** The text of {@code secrets.yaml}, byte for byte as Talos's own tool writes it. */
    public String yaml() {
        return SecretsFile.write(this);
    }

    /** The tree of {@code secrets.yaml}. */
    public java.util.Map<String, Object> document() {
        return SecretsFile.document(this);
    }

    /** @throws ButlerException that lists everything wrong */
    void check(String source) {
        List<Problem> problems = new ArrayList<>();
        if (clusterId.isBlank()) {
            problems.add(new Problem("cluster.id", "is missing"));
        }
        if (!isKey(clusterSecret)) {
            problems.add(new Problem("cluster.secret", "is not the base64 form of 32 bytes"));
        }
        if (!bootstrapToken.matches(TOKEN)) {
            problems.add(new Problem("secrets.bootstraptoken", "is not of the form abcdef.0123456789abcdef"));
        }
        if (trustdToken.isBlank()) {
            problems.add(new Problem("trustdinfo.token", "is missing"));
        }
        problems.addAll(etcd.problems("certs.etcd"));
        problems.addAll(kubernetes.problems("certs.k8s"));
        problems.addAll(aggregator.problems("certs.k8saggregator"));
        problems.addAll(os.problems("certs.os"));
        try {
            Keys.parse(serviceAccountKey);
        } catch (Pem.UnreadableException e) {
            problems.add(new Problem("certs.k8sserviceaccount.key", e.getMessage()));
        }
        if (!problems.isEmpty()) {
            throw ButlerException.invalid(source + " is not a valid secrets bundle.", problems);
        }
    }

    private static boolean isKey(String base64) {
        try {
            return Base64.getDecoder().decode(base64).length == CLUSTER_SECRET_BYTES;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    @Override
    public String toString() {
        return "SecretsBundle[hidden]";
    }
}
