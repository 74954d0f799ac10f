package dev.butlerlabs.core.bootstrap.cleanup;

import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.Finalizers;
import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.LoadBalancerRequest;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.OwnerReferences;
import dev.butlerlabs.core.machine.ProviderConfigClient;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.reconcile.FinalizerEditor;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Deletes the resources of a bootstrap whose cluster is gone, without a controller. Idempotent. */
public final class OrphanedResourceCleanup {
    private static final List<Class<? extends HasMetadata>> OWNED = List.of(
            MachineRequest.class,
            LoadBalancerRequest.class,
            ImageSync.class,
            IPAllocation.class,
            NetworkPool.class,
            Secret.class);
    private static final String CREDENTIALS = "-credentials";

    private final KubernetesClient client;
    private final ClusterBootstrap bootstrap;
    private final ProgressReporter progress;
    private final FinalizerEditor finalizers;

    public OrphanedResourceCleanup(KubernetesClient client, ClusterBootstrap bootstrap, ProgressReporter progress) {
        this.client = client;
        this.bootstrap = bootstrap;
        this.progress = progress;
        this.finalizers = new FinalizerEditor(client);
    }

    /**
     * Deletes the resources. The ClusterBootstrap is marked for deletion first, so that no controller recreates a deleted resource, and
     * removed last, so that an interrupted deletion can be resumed.
     *
     * @return the number of deleted resources
     */
    public int remove() {
        finalizers.add(bootstrap, Finalizers.CLUSTER_BOOTSTRAP);
        delete(bootstrap);
        List<HasMetadata> owned = OWNED.stream().flatMap(this::owned).toList();
        owned.forEach(this::deleteWhole);
        int others = removeProvider();
        finalizers.remove(bootstrap, Finalizers.CLUSTER_BOOTSTRAP);
        return owned.size() + others + 1;
    }

    private Stream<HasMetadata> owned(Class<? extends HasMetadata> kind) {
        return KubeErrorMapper.translating(
                        "listing " + HasMetadata.getPlural(kind),
                        () -> client.resources(kind)
                                .inNamespace(bootstrap.getMetadata().getNamespace())
                                .list()
                                .getItems())
                .stream()
                .filter(object -> OwnerReferences.owns(bootstrap, object))
                .map(HasMetadata.class::cast);
    }

    private void delete(HasMetadata object) {
        KubeErrorMapper.translating(
                "deleting %s %s".formatted(object.getKind(), ObjectName.of(object)),
                () -> client.resource(object).delete());
    }

    /** Deletes an object and its Butler finalizers, whose cleanup has already happened. */
    private void deleteWhole(HasMetadata object) {
        delete(object);
        object.getFinalizers().stream()
                .filter(mark -> mark.contains(ApiGroup.NAME))
                .forEach(mark -> finalizers.remove(object, mark));
    }

    /** Deletes the ProviderConfig and the credentials given in the file, unless other resources use them. */
    private int removeProvider() {
        ObjectName name = ProviderAccessRecovery.provider(bootstrap);
        Optional<ProviderConfig> config = config(name);
        if (config.isPresent()) {
            try {
                new ProviderConfigClient(client).delete(name);
            } catch (ButlerException e) {
                if (e.code() != ErrorCode.CONFLICT) {
                    throw e;
                }
                progress.warning(e.getMessage());
                return 0;
            }
        }
        List<Secret> given = given();
        given.forEach(this::delete);
        return (config.isPresent() ? 1 : 0) + given.size();
    }

    private Optional<ProviderConfig> config(ObjectName name) {
        return KubeErrorMapper.translating(
                "reading ProviderConfig " + name,
                () -> client
                        .resources(ProviderConfig.class)
                        .inNamespace(name.namespace().orElseThrow())
                        .withLabels(brought())
                        .list()
                        .getItems()
                        .stream()
                        .filter(one -> one.getMetadata().getName().equals(name.name()))
                        .findFirst());
    }

    private List<Secret> given() {
        return KubeErrorMapper.translating(
                "listing Secrets",
                () -> client
                        .secrets()
                        .inNamespace(bootstrap.getMetadata().getNamespace())
                        .withLabels(brought())
                        .list()
                        .getItems()
                        .stream()
                        .filter(secret -> secret.getMetadata().getName().endsWith(CREDENTIALS))
                        .toList());
    }

    /** Selects the resources that the bootstrap applied, not those derived from them. */
    private Map<String, String> brought() {
        return Map.of(
                Labels.MANAGED_BY,
                "butler",
                Labels.CLUSTER,
                bootstrap.getSpec().cluster().name());
    }
}
