package dev.butlerlabs.core.certificate;

import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads the certificates of tenant clusters that are stored in the management cluster: that of the administrator kubeconfig, and the
 * certificates of the control plane. A certificate that is stored several times is listed once.
 */
final class TenantCertificateReader {
    private static final List<String> KUBECONFIG_KEYS = List.of("value", "admin.conf", "kubeconfig");
    private static final String CERTIFICATE = ".crt";

    private final KubernetesClient client;

    TenantCertificateReader(KubernetesClient client) {
        this.client = client;
    }

    CertificateReadResult read() {
        List<TenantCluster> tenants = KubeErrorMapper.askingForKind(
                client,
                "TenantClusters",
                "listing TenantClusters",
                () -> client.resources(TenantCluster.class)
                        .inAnyNamespace()
                        .list()
                        .getItems());
        List<ListedCertificate> all = new ArrayList<>();
        Map<String, String> unread = new TreeMap<>();
        for (TenantCluster tenant : tenants) {
            status(tenant)
                    .map(TenantClusterStatus::tenantNamespace)
                    .ifPresent(namespace -> all.addAll(certificates(tenant, secrets(tenant, namespace), unread)));
        }
        return new CertificateReadResult(all, unread);
    }

    private List<Secret> secrets(TenantCluster tenant, String namespace) {
        return KubeErrorMapper.translating(
                        "listing the Secrets of tenant cluster " + ObjectName.from(tenant),
                        () -> client.secrets().inNamespace(namespace).list().getItems())
                .stream()
                .sorted(Comparator.comparing(secret -> secret.getMetadata().getName()))
                .toList();
    }

    /** @param unread receives the Secrets whose content is not a certificate */
    static List<ListedCertificate> certificates(
            TenantCluster tenant, List<Secret> secrets, Map<String, String> unread) {
        String kubeconfig = status(tenant)
                .map(TenantClusterStatus::kubeconfigSecretRef)
                .map(LocalReference::name)
                .orElse("");
        String owner = "tenant " + ObjectName.from(tenant);
        Map<String, ListedCertificate> bySerial = new LinkedHashMap<>();
        for (Secret secret : secrets) {
            try {
                (secret.getMetadata().getName().equals(kubeconfig)
                                ? administrator(owner, secret)
                                : controlPlane(
                                        owner, secret, tenant.getMetadata().getName()))
                        .forEach(certificate -> bySerial.putIfAbsent(key(certificate), certificate));
            } catch (ButlerException e) {
                unread.put(location(secret), phrase(e));
            }
        }
        return List.copyOf(bySerial.values());
    }

    private static String key(ListedCertificate certificate) {
        return certificate.details().issuer() + " " + certificate.details().serial();
    }

    private static List<ListedCertificate> administrator(String owner, Secret secret) {
        return KUBECONFIG_KEYS.stream()
                .flatMap(key -> value(secret, key).stream())
                .findFirst()
                .flatMap(text -> StoredCertificateReader.client(Kubeconfig.parse(text, location(secret))))
                .map(pem -> ListedCertificate.parse(
                        owner + ": kubeconfig",
                        CertificateUse.CLIENT,
                        location(secret),
                        CertificateRenewal.TENANT,
                        pem))
                .stream()
                .toList();
    }

    private static List<ListedCertificate> controlPlane(String owner, Secret secret, String cluster) {
        String name = secret.getMetadata().getName();
        List<ListedCertificate> found = new ArrayList<>();
        if (name.startsWith(cluster + "-")) {
            new TreeMap<>(Optional.ofNullable(secret.getData()).orElse(Map.of()))
                    .keySet().stream()
                            .filter(key -> key.endsWith(CERTIFICATE))
                            .forEach(
                                    key -> value(secret, key).ifPresent(pem -> found.add(of(owner, secret, key, pem))));
        }
        return found;
    }

    private static ListedCertificate of(String owner, Secret secret, String key, String pem) {
        String part = key.substring(0, key.length() - CERTIFICATE.length());
        boolean isAuthority = part.equals("ca") || part.endsWith("-ca");
        return ListedCertificate.parse(
                "%s: %s".formatted(owner, isAuthority ? part.replaceFirst("ca$", "CA") : part),
                isAuthority ? CertificateUse.CA : use(part),
                location(secret),
                CertificateRenewal.TENANT,
                pem);
    }

    private static CertificateUse use(String part) {
        return part.contains("client") ? CertificateUse.CLIENT : CertificateUse.SERVING;
    }

    private static Optional<TenantClusterStatus> status(TenantCluster tenant) {
        return Optional.ofNullable(tenant.getStatus());
    }

    private static Optional<String> value(Secret secret, String key) {
        return Optional.ofNullable(secret.getData())
                .map(data -> data.get(key))
                .map(StoredCertificateReader::decoded)
                .filter(text -> !text.isBlank());
    }

    private static String location(Secret secret) {
        return StoredCertificateReader.secret(
                secret.getMetadata().getNamespace(), secret.getMetadata().getName());
    }

    private static String phrase(ButlerException failure) {
        return failure.getMessage().strip().replaceFirst("\\.$", "");
    }
}
