package dev.butlerlabs.core.certificate;

import dev.butlerlabs.core.api.BootstrapObjectNames;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.node.ClusterMachineRepository;
import dev.butlerlabs.core.talos.client.TalosconfigEditor;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** Reads and replaces the talosconfig and the kubeconfig in the Secrets of a management cluster. */
final class StoredCredentials {
    private final KubernetesClient client;
    private final ClusterMachineRepository cluster;

    StoredCredentials(KubernetesClient client) {
        this.client = client;
        this.cluster = new ClusterMachineRepository(client);
    }

    ClusterBootstrap bootstrap() {
        return cluster.bootstrap();
    }

    SecretsBundle secrets(ClusterBootstrap bootstrap) {
        return cluster.secrets(bootstrap);
    }

    TalosconfigEditor talosconfig(ClusterBootstrap bootstrap) {
        return new TalosconfigEditor(location(bootstrap, ClientCredential.TALOSCONFIG), cluster.talosconfig(bootstrap));
    }

    KubeconfigEditor kubeconfig(ClusterBootstrap bootstrap) {
        return KubeconfigEditor.parse(
                location(bootstrap, ClientCredential.KUBECONFIG), cluster.kubeconfig(bootstrap), Optional.empty());
    }

    /** Replaces one key of a Secret with a single request, which fails if the Secret was changed since it was read. */
    void write(ClusterBootstrap bootstrap, ClientCredential credential, String text) {
        String name = secretName(bootstrap, credential);
        KubeErrorMapper.translating("updating Secret " + name, () -> {
            Secret secret = client.secrets()
                    .inNamespace(bootstrap.getMetadata().getNamespace())
                    .withName(name)
                    .require();
            return client.resource(new SecretBuilder(secret)
                            .addToData(key(credential), encoded(text))
                            .build())
                    .update();
        });
    }

    String location(ClusterBootstrap bootstrap, ClientCredential credential) {
        return StoredCertificateReader.secret(
                bootstrap.getMetadata().getNamespace(), secretName(bootstrap, credential));
    }

    private static String secretName(ClusterBootstrap bootstrap, ClientCredential credential) {
        String name = bootstrap.getSpec().cluster().name();
        return switch (credential) {
            case TALOSCONFIG -> BootstrapObjectNames.talosSecrets(name);
            case KUBECONFIG -> BootstrapObjectNames.kubeconfig(name);
        };
    }

    private static String key(ClientCredential credential) {
        return switch (credential) {
            case TALOSCONFIG -> BootstrapObjectNames.TALOSCONFIG_KEY;
            case KUBECONFIG -> BootstrapObjectNames.KUBECONFIG_KEY;
        };
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
