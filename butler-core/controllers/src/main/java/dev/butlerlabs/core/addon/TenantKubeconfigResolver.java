package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.addon.AddonReconcileContext.Place;
import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus;
import dev.butlerlabs.core.boundary.PolicyViolation;
import dev.butlerlabs.core.boundary.TenantNamespacePolicy;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.helm.HelmTarget;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Connects from the management cluster to tenant clusters. */
final class TenantKubeconfigResolver {
    /** The possible keys of a kubeconfig in its Secret, from Cluster API and control plane providers. */
    private static final List<String> KEYS = List.of("value", "admin.conf", "kubeconfig");

    private final KubernetesClient cluster;
    private final TenantNamespacePolicy namespaces;

    TenantKubeconfigResolver(KubernetesClient cluster) {
        this.cluster = cluster;
        this.namespaces = new TenantNamespacePolicy(cluster);
    }

    /** Whether a tenant cluster is accessible. */
    sealed interface Entrance {
        /** The kubeconfig is in this Secret. */
        record Open(String namespace, String secret, String key) implements Entrance {}

        /** The cluster is not ready or has no kubeconfig yet. */
        record NotReady() implements Entrance {}

        /** The kubeconfig must not be used. */
        record Refused(PolicyViolation refusal) implements Entrance {}
    }

    /** Returns whether the cluster of an addon does not exist or is being deleted. */
    boolean isGone(TenantAddon addon) {
        return find(addon).filter(tenant -> !tenant.isMarkedForDeletion()).isEmpty();
    }

    /** Returns the kubeconfig of the cluster of an addon. */
    Entrance entrance(TenantAddon addon) {
        return find(addon)
                .filter(TenantKubeconfigResolver::isReady)
                .map(this::entrance)
                .orElseGet(Entrance.NotReady::new);
    }

    private static boolean isReady(TenantCluster tenant) {
        return Optional.ofNullable(tenant.getStatus())
                .filter(status -> status.phase() == TenantClusterStatus.Phase.READY)
                .filter(status -> status.kubeconfigSecretRef() != null)
                .isPresent();
    }

    private Entrance entrance(TenantCluster tenant) {
        TenantClusterStatus status = tenant.getStatus();
        return namespaces
                .check(tenant)
                .<Entrance>map(Entrance.Refused::new)
                .orElseGet(() -> entrance(
                        Objects.requireNonNullElse(
                                status.tenantNamespace(), tenant.getMetadata().getNamespace()),
                        status.kubeconfigSecretRef().name()));
    }

    private Optional<TenantCluster> find(TenantAddon addon) {
        return KubeErrorMapper.translating(
                "reading the cluster of " + addon.getMetadata().getName(),
                () -> Optional.ofNullable(cluster.resources(TenantCluster.class)
                        .inNamespace(addon.getMetadata().getNamespace())
                        .withName(addon.getSpec().clusterRef().name())
                        .get()));
    }

    private Entrance entrance(String namespace, String name) {
        return secret(namespace, name)
                .flatMap(secret -> KEYS.stream()
                        .filter(key ->
                                secret.getData() != null && secret.getData().containsKey(key))
                        .findFirst()
                        .map(key -> checked(new Entrance.Open(namespace, name, key), secret)))
                .orElseGet(Entrance.NotReady::new);
    }

    private static Entrance checked(Entrance.Open open, Secret secret) {
        try {
            kubeconfig(secret, open.key());
            return open;
        } catch (ButlerException e) {
            return new Entrance.Refused(new PolicyViolation(
                    "KubeconfigNotAllowed",
                    "%s %s".formatted(e.getMessage(), e.hint()).strip()));
        }
    }

    /** @throws ButlerException if it is not a kubeconfig, or would read files or run programs on this machine */
    private static Kubeconfig kubeconfig(Secret secret, String key) {
        String text = new String(Base64.getDecoder().decode(secret.getData().get(key)), StandardCharsets.UTF_8);
        String origin = "The kubeconfig in Secret %s".formatted(ObjectName.from(secret));
        return Kubeconfig.parse(text, origin).requireSelfContained(origin);
    }

    private Optional<Secret> secret(String namespace, String name) {
        return KubeErrorMapper.translating(
                "reading Secret " + name,
                () -> Optional.ofNullable(
                        cluster.secrets().inNamespace(namespace).withName(name).get()));
    }

    /** Connects to the tenant cluster. The caller closes the client. */
    KubernetesClient enter(Place place) {
        HelmTarget.Abroad abroad = (HelmTarget.Abroad) place.reach();
        Secret secret = secret(place.namespace(), abroad.secret()).orElseThrow();
        return new KubeConnector("butler").connect(kubeconfig(secret, abroad.key()));
    }
}
