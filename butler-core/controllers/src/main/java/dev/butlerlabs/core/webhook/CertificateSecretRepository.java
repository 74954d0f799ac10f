package dev.butlerlabs.core.webhook;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.Map;
import java.util.Optional;

/** The Secret with the certificates that all replicas use. A write succeeds only if no other replica wrote since the last read. */
final class CertificateSecretRepository {
    static final String NAME = "butler-webhook-tls";

    private final KubernetesClient client;

    CertificateSecretRepository(KubernetesClient client) {
        this.client = client;
    }

    /**
     * What is stored.
     *
     * @param version empty if the Secret does not exist
     * @param certificates empty if the Secret does not exist or its content cannot be used
     */
    record Stored(Optional<String> version, Optional<WebhookCertificates> certificates) {}

    Stored read() {
        Optional<Secret> found =
                Optional.ofNullable(KubeErrorMapper.translating("reading Secret " + NAME, () -> secret().get()));
        return new Stored(
                found.map(secret -> secret.getMetadata().getResourceVersion()),
                found.map(secret -> Optional.ofNullable(secret.getData()).orElse(Map.of()))
                        .flatMap(CertificateSecretCodec::decode));
    }

    /**
     * Writes certificates.
     *
     * @param version the version that was read
     * @return false if another replica wrote first
     */
    boolean write(WebhookCertificates certificates, Optional<String> version) {
        return KubeErrorMapper.translating("writing Secret " + NAME, () -> {
            try {
                Secret written = render(certificates, version);
                if (version.isEmpty()) {
                    client.resource(written).create();
                } else {
                    secret().patch(
                                    PatchContext.of(PatchType.JSON_MERGE),
                                    client.getKubernetesSerialization().asJson(written));
                }
                return true;
            } catch (RuntimeException e) {
                boolean deleted = version.isPresent() && KubeErrorMapper.isNotFound(e);
                if (deleted || KubeErrorMapper.isConflict(e)) {
                    return false;
                }
                throw e;
            }
        });
    }

    /** The patch contains the version, which makes the API server reject it after another change. */
    private static Secret render(WebhookCertificates certificates, Optional<String> version) {
        return new SecretBuilder()
                .withNewMetadata()
                .withNamespace(Namespaces.SYSTEM)
                .withName(NAME)
                .withResourceVersion(version.orElse(null))
                .addToLabels(Labels.MANAGED_BY, ServerSideApply.BUTLER)
                .endMetadata()
                .withType("kubernetes.io/tls")
                .withData(CertificateSecretCodec.encode(certificates))
                .build();
    }

    private Resource<Secret> secret() {
        return client.secrets().inNamespace(Namespaces.SYSTEM).withName(NAME);
    }
}
