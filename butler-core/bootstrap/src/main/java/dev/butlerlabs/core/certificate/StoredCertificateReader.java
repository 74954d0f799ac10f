package dev.butlerlabs.core.certificate;

import dev.butlerlabs.core.api.BootstrapObjectNames;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.node.ClusterMachineRepository;
import dev.butlerlabs.core.status.CertificateStatusReader;
import dev.butlerlabs.core.talos.client.ClientConfiguration;
import dev.butlerlabs.core.talos.secrets.CertificateAndKey;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Reads the certificates in the Secrets of a management cluster. */
final class StoredCertificateReader {
    private final KubernetesClient client;
    private final ClusterMachineRepository cluster;

    StoredCertificateReader(KubernetesClient client) {
        this.client = client;
        this.cluster = new ClusterMachineRepository(client);
    }

    /** Returns the CAs of the cluster and the client certificates of the stored talosconfig and kubeconfig. */
    List<ListedCertificate> cluster() {
        ClusterBootstrap bootstrap = cluster.bootstrap();
        String namespace = bootstrap.getMetadata().getNamespace();
        String name = bootstrap.getSpec().cluster().name();
        String secrets = secret(namespace, BootstrapObjectNames.talosSecrets(name));
        SecretsBundle bundle = cluster.secrets(bootstrap);
        List<ListedCertificate> all = new ArrayList<>(List.of(
                authority("Talos CA", secrets, bundle.os()),
                authority("Kubernetes CA", secrets, bundle.kubernetes()),
                authority("aggregator CA", secrets, bundle.aggregator()),
                authority("etcd CA", secrets, bundle.etcd())));
        all.add(ListedCertificate.of(
                "talosconfig",
                CertificateUse.CLIENT,
                secrets,
                CertificateRenewal.ROTATE,
                ClientConfiguration.parse(secrets, cluster.talosconfig(bootstrap))
                        .context(Optional.empty())
                        .credentials()
                        .certificate()));
        String kubeconfig = secret(namespace, BootstrapObjectNames.kubeconfig(name));
        client(Kubeconfig.parse(cluster.kubeconfig(bootstrap), kubeconfig))
                .map(pem -> ListedCertificate.parse(
                        "kubeconfig", CertificateUse.CLIENT, kubeconfig, CertificateRenewal.ROTATE, pem))
                .ifPresent(all::add);
        return all;
    }

    /** Returns the certificate of the webhook; none if the controllers serve none. */
    List<ListedCertificate> webhook() {
        return new CertificateStatusReader(client)
                        .webhookCertificate()
                        .map(pem -> ListedCertificate.parse(
                                "webhook",
                                CertificateUse.SERVING,
                                secret(Namespaces.SYSTEM, CertificateStatusReader.WEBHOOK),
                                CertificateRenewal.CONTROLLERS,
                                pem))
                        .stream()
                        .toList();
    }

    private static ListedCertificate authority(String name, String location, CertificateAndKey authority) {
        return ListedCertificate.parse(
                name, CertificateUse.CA, location, CertificateRenewal.CA_ROTATION, authority.certificate());
    }

    static String secret(String namespace, String name) {
        return "Secret %s/%s".formatted(namespace, name);
    }

    /** Returns the client certificate of the usual context; empty if it uses other credentials. */
    static Optional<String> client(Kubeconfig kubeconfig) {
        return kubeconfig
                .usualContext()
                .flatMap(context -> kubeconfig.userField(context, "client-certificate-data"))
                .map(StoredCertificateReader::decoded);
    }

    static String decoded(String base64) {
        return new String(Base64.getMimeDecoder().decode(base64), StandardCharsets.UTF_8);
    }
}
