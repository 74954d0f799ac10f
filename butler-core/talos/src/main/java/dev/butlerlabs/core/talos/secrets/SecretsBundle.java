package dev.butlerlabs.core.talos.secrets;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.pem.PemFormatException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;

/**
 * The secrets of a cluster. They are required to generate configurations for more machines, and grant administrator access to the
 * cluster. Immutable.
 *
 * @param clusterId ID of the cluster at the discovery service
 * @param clusterSecret base64 of the 32 bytes that encrypt discovery data
 * @param bootstrapToken token with which nodes join Kubernetes
 * @param trustdToken token with which workers request certificates
 * @param serviceAccountKey PEM text of the key that signs service account tokens
 * @param os CA of the Talos API
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

    /**
     * Parses {@code secrets.yaml}.
     *
     * @throws ButlerException with every problem
     */
    public static SecretsBundle parse(String source, String text) {
        return SecretsFile.parse(source, text);
    }

    /** Returns the text of {@code secrets.yaml}, byte for byte as talosctl writes it. */
    public String yaml() {
        return SecretsFile.write(this);
    }

    /** Returns the tree of {@code secrets.yaml}. */
    public java.util.Map<String, Object> document() {
        return SecretsFile.document(this);
    }

    /** @throws ButlerException with every problem */
    void check(String source) {
        List<InputProblem> problems = new ArrayList<>();
        if (clusterId.isBlank()) {
            problems.add(new InputProblem("cluster.id", "is missing"));
        }
        if (!isKey(clusterSecret)) {
            problems.add(new InputProblem("cluster.secret", "must be the base64 encoding of 32 bytes"));
        }
        if (!bootstrapToken.matches(TOKEN)) {
            problems.add(new InputProblem("secrets.bootstraptoken", "must have the format abcdef.0123456789abcdef"));
        }
        if (trustdToken.isBlank()) {
            problems.add(new InputProblem("trustdinfo.token", "is missing"));
        }
        problems.addAll(etcd.problems("certs.etcd"));
        problems.addAll(kubernetes.problems("certs.k8s"));
        problems.addAll(aggregator.problems("certs.k8saggregator"));
        problems.addAll(os.problems("certs.os"));
        try {
            TalosKeyFactory.parse(serviceAccountKey);
        } catch (PemFormatException e) {
            problems.add(new InputProblem("certs.k8sserviceaccount.key", e.getMessage()));
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
