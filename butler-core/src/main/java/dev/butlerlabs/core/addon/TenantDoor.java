package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.addon.AddonScope.Place;
import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeErrors;
import dev.butlerlabs.core.kube.Kubeconfig;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The way from the management cluster into a tenant's. */
final class TenantDoor {
    /** Under which kubeconfigs are kept, by Cluster API and by those who host control planes. */
    private static final List<String> KEYS = List.of("value", "admin.conf", "kubeconfig");

    private final KubernetesClient cluster;

    TenantDoor(KubernetesClient cluster) {
        this.cluster = cluster;
    }

    /** Where the kubeconfig of a tenant lies. */
    record Entrance(String namespace, String secret, String key) {}

    /** Whether the cluster of an addon does not exist, or is on its way out. */
    boolean isGone(TenantAddon addon) {
        return find(addon).filter(tenant -> !tenant.isMarkedForDeletion()).isEmpty();
    }

    /** The way in, once the cluster is ready. */
    Optional<Entrance> entrance(TenantAddon addon) {
        return find(addon)
                .flatMap(tenant -> Optional.ofNullable(tenant.getStatus())
                        .filter(status -> status.phase() == TenantClusterStatus.Phase.READY)
                        .filter(status -> status.kubeconfigSecretRef() != null)
                        .flatMap(status -> entrance(
                                Objects.requireNonNullElse(
                                        status.tenantNamespace(),
                                        tenant.getMetadata().getNamespace()),
                                status.kubeconfigSecretRef().name())));
    }

    private Optional<TenantCluster> find(TenantAddon addon) {
        return KubeErrors.translating(
                "reading the cluster of " + addon.getMetadata().getName(),
                () -> Optional.ofNullable(cluster.resources(TenantCluster.class)
                        .inNamespace(addon.getMetadata().getNamespace())
                        .withName(addon.getSpec().clusterRef().name())
                        .get()));
    }

    private Optional<Entrance> entrance(String namespace, String name) {
        return secret(namespace, name)
                .flatMap(secret -> KEYS.stream()
                        .filter(key ->
                                secret.getData() != null && secret.getData().containsKey(key))
                        .findFirst()
                        .map(key -> new Entrance(namespace, name, key)));
    }

    private Optional<Secret> secret(String namespace, String name) {
        return KubeErrors.translating(
                "reading Secret " + name,
                () -> Optional.ofNullable(
                        cluster.secrets().inNamespace(namespace).withName(name).get()));
    }

    /** A connection to the tenant's cluster, to be closed by the caller. */
    KubernetesClient enter(Place place) {
        Reach.Abroad abroad = (Reach.Abroad) place.reach();
        String encoded = secret(place.namespace(), abroad.secret())
                .orElseThrow()
                .getData()
                .get(abroad.key());
        String text = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
        return new KubeConnector("butler").connect(Kubeconfig.parse(text, "the kubeconfig of the tenant"));
    }
}
