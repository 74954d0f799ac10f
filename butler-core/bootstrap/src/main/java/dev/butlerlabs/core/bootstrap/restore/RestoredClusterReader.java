package dev.butlerlabs.core.bootstrap.restore;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.BootstrapObjectNames;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.ClusterBootstrapStatus;
import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.bootstrap.plan.MachineRequestRenderer;
import dev.butlerlabs.core.bootstrap.step.ClusterRecovery;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.etcd.SnapshotSource;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.ObjectSerialization;
import dev.butlerlabs.core.version.KubernetesVersion;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Reads from a backup what is needed to restore its cluster, and finds everything that is missing at once. Changes nothing. Use once. */
public final class RestoredClusterReader {
    private final KubernetesSerialization serialization = ObjectSerialization.plain();
    private final BackupReader backup;
    private final ClientFilesRenewal renewal;
    private final List<ClusterBootstrap> bootstraps = new ArrayList<>();
    private final Map<ObjectName, ProviderConfig> providers = new HashMap<>();
    private final Map<ObjectName, Secret> secrets = new HashMap<>();
    private final List<IPAllocation> allocations = new ArrayList<>();
    private final List<InputProblem> problems = new ArrayList<>();

    public RestoredClusterReader(BackupReader backup, ClientFilesRenewal renewal) {
        this.backup = backup;
        this.renewal = renewal;
    }

    /**
     * Reads a cluster.
     *
     * @param cluster its name
     * @throws ButlerException with every problem, if the backup is not of this cluster or lacks what a restore needs
     */
    public RestoredCluster read(String cluster) {
        collect();
        String stored = backup.manifest().cluster();
        if (!stored.equals(cluster)) {
            problems.add(new InputProblem(
                    "cluster",
                    "the backup is of cluster %s, not %s".formatted(stored, cluster),
                    "use a backup of " + cluster));
        }
        Optional<SnapshotSource> snapshot = backup.etcd();
        if (snapshot.isEmpty()) {
            problems.add(new InputProblem(
                    "etcd",
                    "the backup has no etcd snapshot",
                    "use one that was created without --without-etcd, or move its objects with restore --objects"));
        }
        Optional<ClusterBootstrap> bootstrap = bootstraps.stream()
                .filter(one -> one.getSpec().cluster().name().equals(cluster))
                .findFirst();
        Optional<RestoredCluster> restored = bootstrap.flatMap(found -> restored(found, snapshot));
        if (bootstrap.isEmpty()) {
            problems.add(new InputProblem("objects", "the backup has no ClusterBootstrap of cluster " + cluster));
        }
        return restored.filter(_ -> problems.isEmpty())
                .orElseThrow(() -> ButlerException.invalid(
                        "Cluster %s cannot be restored from backup %s:".formatted(cluster, backup.file()), problems));
    }

    private void collect() {
        backup.visit(serialization, page -> {
            for (GenericKubernetesResource object : page.objects()) {
                if (page.type().group().equals(ApiGroup.NAME)) {
                    collect(page.type().kind(), object);
                } else if (page.type().kind().equals("Secret")) {
                    Secret secret = convert(object, Secret.class);
                    secrets.put(name(secret), secret);
                }
            }
        });
    }

    private void collect(String kind, GenericKubernetesResource object) {
        switch (kind) {
            case "ClusterBootstrap" -> bootstraps.add(convert(object, ClusterBootstrap.class));
            case "ProviderConfig" -> {
                ProviderConfig config = convert(object, ProviderConfig.class);
                providers.put(name(config), config);
            }
            case "IPAllocation" -> allocations.add(convert(object, IPAllocation.class));
            default -> {
                // Part of the etcd snapshot.
            }
        }
    }

    private <T extends HasMetadata> T convert(GenericKubernetesResource object, Class<T> type) {
        return serialization.convertValue(object, type);
    }

    private static ObjectName name(HasMetadata object) {
        return new ObjectName(
                object.getMetadata().getNamespace(), object.getMetadata().getName());
    }

    private Optional<RestoredCluster> restored(ClusterBootstrap bootstrap, Optional<SnapshotSource> snapshot) {
        String namespace = bootstrap.getMetadata().getNamespace();
        String cluster = bootstrap.getSpec().cluster().name();
        Optional<ProviderConfig> provider = provider(bootstrap);
        Optional<Secret> credentials = provider.flatMap(this::credentials);
        Optional<Secret> talos = find(
                        "Secret", new ObjectName(namespace, BootstrapObjectNames.talosSecrets(cluster)), secrets)
                .flatMap(secret -> renewal.talosSecrets(secret, cluster, problems));
        Optional<Secret> kubeconfig = Optional.ofNullable(
                        secrets.get(new ObjectName(namespace, BootstrapObjectNames.kubeconfig(cluster))))
                .filter(renewal::isValidKubeconfig);
        if (provider.isEmpty() || talos.isEmpty() || snapshot.isEmpty()) {
            return Optional.empty();
        }
        List<Secret> clusterSecrets = new ArrayList<>(List.of(plain(talos.get())));
        kubeconfig.map(this::plain).ifPresent(clusterSecrets::add);
        return Optional.of(new RestoredCluster(
                backup.manifest().sentinel(),
                backup.manifest().time(),
                withOwner(bootstrap),
                plain(provider.get()),
                credentials.map(this::plain),
                clusterSecrets,
                addresses(cluster),
                new ClusterRecovery(snapshot.get(), endpoint(bootstrap), kubernetes(bootstrap))));
    }

    private Optional<ProviderConfig> provider(ClusterBootstrap bootstrap) {
        String namespace = Objects.requireNonNullElse(
                bootstrap.getSpec().providerRef().namespace(),
                bootstrap.getMetadata().getNamespace());
        return find(
                "ProviderConfig",
                new ObjectName(namespace, bootstrap.getSpec().providerRef().name()),
                providers);
    }

    private Optional<Secret> credentials(ProviderConfig provider) {
        return Optional.ofNullable(provider.getSpec().credentialsRef())
                .flatMap(reference -> find(
                        "Secret",
                        new ObjectName(
                                Objects.requireNonNullElse(
                                        reference.namespace(),
                                        provider.getMetadata().getNamespace()),
                                reference.name()),
                        secrets));
    }

    private <T> Optional<T> find(String kind, ObjectName name, Map<ObjectName, T> objects) {
        Optional<T> found = Optional.ofNullable(objects.get(name));
        if (found.isEmpty()) {
            problems.add(new InputProblem("objects", "the backup has no %s %s".formatted(kind, name)));
        }
        return found;
    }

    /** The owner may be the uid, which a restored object does not have before etcd is recovered. */
    private ClusterBootstrap withOwner(ClusterBootstrap bootstrap) {
        String owner = MachineRequestRenderer.owner(bootstrap);
        ClusterBootstrap plain = plain(bootstrap);
        plain.setMetadata(new ObjectMetaBuilder(plain.getMetadata())
                .addToAnnotations(Annotations.OWNER_ID, owner)
                .build());
        plain.setStatus(null);
        return plain;
    }

    private List<IPAllocation> addresses(String cluster) {
        return allocations.stream()
                .filter(allocation -> Optional.ofNullable(
                                allocation.getMetadata().getLabels())
                        .orElse(Map.of())
                        .entrySet()
                        .containsAll(MachineRequestRenderer.ofCluster(cluster).entrySet()))
                .filter(allocation -> !allocation.isMarkedForDeletion())
                .map(this::plain)
                .peek(allocation -> allocation.setStatus(null))
                .toList();
    }

    /** Returns a copy without the metadata that belongs to the old server. */
    private <T extends HasMetadata> T plain(T source) {
        T copy = serialization.clone(source);
        copy.setMetadata(new ObjectMetaBuilder()
                .withName(source.getMetadata().getName())
                .withNamespace(source.getMetadata().getNamespace())
                .withLabels(source.getMetadata().getLabels())
                .withAnnotations(source.getMetadata().getAnnotations())
                .build());
        return copy;
    }

    private static Optional<String> endpoint(ClusterBootstrap bootstrap) {
        return Optional.ofNullable(bootstrap.getStatus())
                .map(ClusterBootstrapStatus::controlPlaneEndpoint)
                .map(text -> URI.create(text).getHost());
    }

    /** Returns the version that the last upgrade recorded, otherwise that of the machines. */
    private Optional<KubernetesVersion> kubernetes(ClusterBootstrap bootstrap) {
        return Optional.ofNullable(bootstrap.getMetadata().getAnnotations())
                .map(annotations -> annotations.get(Annotations.KUBERNETES_VERSION))
                .flatMap(KubernetesVersion::find)
                .or(() -> new MachineVersionReader(backup).kubernetes());
    }
}
