package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.provider.clusterapi.TenantNames;
import dev.butlerlabs.core.reconcile.SpecChanges;
import dev.butlerlabs.core.reconcile.Watch;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Finds the tenant clusters to reconcile when a ProviderConfig, the Secret with its credentials, the ButlerConfig or the Secret with
 * the kubeconfig of a cluster changes. The result may include a cluster
 * that uses another ProviderConfig, but always includes those that use the changed one. Thread-safe.
 */
final class ProviderDependentFinder {
    private final Map<ObjectName, Optional<ObjectReference>> references = new ConcurrentHashMap<>();
    private final Map<ObjectName, Optional<ObjectName>> secrets = new ConcurrentHashMap<>();
    private final Map<ObjectName, ObjectName> kubeconfigs = new ConcurrentHashMap<>();
    private final SpecChanges changes = new SpecChanges();
    private final SpecChanges platformChanges = new SpecChanges();

    /** Records which ProviderConfig a cluster references. Clusters that are being deleted no longer need one. */
    void register(TenantCluster cluster) {
        ObjectName name = ObjectName.from(cluster);
        if (cluster.isMarkedForDeletion()) {
            references.remove(name);
            kubeconfigs.remove(kubeconfig(cluster));
        } else {
            references.put(name, Optional.ofNullable(cluster.getSpec().providerConfigRef()));
            kubeconfigs.put(kubeconfig(cluster), name);
        }
    }

    private static ObjectName kubeconfig(TenantCluster cluster) {
        return new ObjectName(TenantNames.namespace(cluster), TenantNames.adminKubeconfig(cluster));
    }

    /** @param observed receives the watched objects */
    List<Watch<?>> watches(ObservedObjects observed) {
        return List.of(
                new Watch<>(ProviderConfig.class, Optional.empty(), this::dependentsOf).into(observed.providers()),
                new Watch<>(ButlerConfig.class, Optional.empty(), this::dependentsOf).into(observed.platform()),
                new Watch<>(Secret.class, Optional.empty(), this::dependentsOf).into(observed.secrets()));
    }

    /** The settings of the platform apply to all clusters. */
    Set<ObjectName> dependentsOf(ButlerConfig platform) {
        return platformChanges.isChange(platform) ? Set.copyOf(references.keySet()) : Set.of();
    }

    /** Ignores status updates of a ProviderConfig, which are frequent; only a changed spec matters to tenants. */
    Set<ObjectName> dependentsOf(ProviderConfig config) {
        ObjectName name = ObjectName.from(config);
        secrets.put(name, credentials(config));
        return changes.isChange(config) ? users(name) : Set.of();
    }

    Set<ObjectName> dependentsOf(Secret secret) {
        Optional<ObjectName> changed = Optional.of(ObjectName.from(secret));
        Set<ObjectName> dependents = new HashSet<>();
        Optional.ofNullable(kubeconfigs.get(changed.get())).ifPresent(dependents::add);
        secrets.forEach((config, credentials) -> {
            if (credentials.equals(changed)) {
                dependents.addAll(users(config));
            }
        });
        return dependents;
    }

    private Set<ObjectName> users(ObjectName config) {
        return references.entrySet().stream()
                .filter(entry -> mayUse(entry.getKey(), entry.getValue(), config))
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** A reference without a namespace, or no reference at all, may mean a ProviderConfig of the platform. */
    private static boolean mayUse(ObjectName cluster, Optional<ObjectReference> reference, ObjectName config) {
        boolean ofPlatform = config.namespace().equals(Optional.of(Namespaces.SYSTEM));
        if (reference.isEmpty()) {
            return ofPlatform;
        }
        Optional<String> namespace =
                Optional.ofNullable(reference.get().namespace()).filter(given -> !given.isEmpty());
        return Objects.equals(reference.get().name(), config.name())
                && namespace
                        .map(given -> config.namespace().equals(Optional.of(given)))
                        .orElse(ofPlatform || config.namespace().equals(cluster.namespace()));
    }

    private static Optional<ObjectName> credentials(ProviderConfig config) {
        return Optional.ofNullable(config.getSpec().credentialsRef())
                .map(reference -> new ObjectName(
                        Optional.ofNullable(reference.namespace())
                                .filter(namespace -> !namespace.isEmpty())
                                .orElse(config.getMetadata().getNamespace()),
                        reference.name()));
    }
}
