package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.provider.clusterapi.TenantNames;
import dev.butlerlabs.core.provider.clusterapi.TenantObjectFactory;
import dev.butlerlabs.core.talos.secrets.CertificateAndKey;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.secrets.SecretsGenerator;
import dev.butlerlabs.core.version.VersionContract;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Generates the Secrets with which Talos workers trust and join a hosted control plane. */
final class WorkerSecrets {
    static final String TOKEN = "bootstrap-token";

    private static final String BUNDLE = "bundle";
    private static final SecureRandom RANDOM = new SecureRandom();

    private WorkerSecrets() {}

    /**
     * Returns the Secret that the Talos bootstrap provider reads.
     *
     * @param trust the trustd credentials of the control plane provider
     * @param authority the Kubernetes CA of the control plane provider
     */
    static Secret make(TenantReconcileContext scope, Secret trust, Secret authority) {
        SecretsBundle bundle = bundle(scope, trust, authority);
        return new SecretBuilder()
                .withNewMetadata()
                .withNamespace(scope.namespace())
                .withName(TenantNames.talosSecrets(scope.cluster()))
                .addToLabels("cluster.x-k8s.io/cluster-name", scope.name())
                .addToLabels(Labels.MANAGED_BY, "butler")
                .addToLabels(TenantObjectFactory.MOVE, "")
                .endMetadata()
                .withType("Opaque")
                .withData(Map.of(BUNDLE, encoded(bundle.yaml()), TOKEN, encoded(bundle.bootstrapToken())))
                .build();
    }

    private static SecretsBundle bundle(TenantReconcileContext scope, Secret trust, Secret authority) {
        GenericKubernetesResource template = scope.wanted().bootstrapTemplate();
        String version = UnstructuredFields.text(template, "spec", "template", "spec", "talosVersion")
                .orElseThrow();
        return new SecretsGenerator(RANDOM, Clock.systemUTC())
                .generateHosted(
                        VersionContract.parse(version),
                        value(trust, "token").orElseThrow(),
                        new CertificateAndKey(
                                value(trust, "os-ca.crt").orElseThrow(),
                                value(trust, "os-ca.key").orElseThrow()),
                        // Workers and their provider need only the certificate.
                        new CertificateAndKey(value(authority, "ca.crt").orElseThrow(), ""));
    }

    /** The token never expires, since a machine may join at any time. The control plane defines its permissions. */
    static Secret bootstrapToken(String token) {
        String[] halves = token.split("\\.", 2);
        return new SecretBuilder()
                .withNewMetadata()
                .withNamespace("kube-system")
                .withName("bootstrap-token-" + halves[0])
                .endMetadata()
                .withType("bootstrap.kubernetes.io/token")
                .withData(Map.of(
                        "token-id", encoded(halves[0]),
                        "token-secret", encoded(halves[1]),
                        "usage-bootstrap-authentication", encoded("true"),
                        "usage-bootstrap-signing", encoded("true"),
                        "auth-extra-groups", encoded("system:bootstrappers:kubeadm:default-node-token")))
                .build();
    }

    static boolean holds(Secret secret, List<String> keys) {
        return keys.stream().allMatch(key -> value(secret, key).isPresent());
    }

    static Optional<String> value(Secret secret, String key) {
        return Optional.ofNullable(secret.getData())
                .map(data -> data.get(key))
                .map(WorkerSecrets::decoded)
                .filter(text -> !text.isBlank());
    }

    static String decoded(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
