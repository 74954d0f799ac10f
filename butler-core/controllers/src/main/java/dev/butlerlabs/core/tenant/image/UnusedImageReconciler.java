package dev.butlerlabs.core.tenant.image;

import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.api.ImageSyncStatus;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.UndecodableObject;
import dev.butlerlabs.core.machine.AutomaticImageSyncs;
import dev.butlerlabs.core.quota.ClusterProviderReader;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.reconcile.ReconcileFilter;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.reconcile.Watch;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Deletes ImageSyncs that the controllers created and that no tenant cluster uses any more. Those of users are left unchanged. Does not
 * write the status; the finalizer of the ImageSync deletes the image.
 */
public final class UnusedImageReconciler implements ReconcilerDefinition<ImageSync, ImageSyncStatus, ImageSync> {
    private static final String STEP = "UsageChecked";

    private final AutomaticImageSyncs syncs;
    private final ImageDemandFinder demand;
    private final Set<ObjectName> known = ConcurrentHashMap.newKeySet();
    private final Map<ObjectName, Reference> references = new ConcurrentHashMap<>();

    public UnusedImageReconciler(KubernetesClient client, ClusterProviderReader providers) {
        this.syncs = new AutomaticImageSyncs(client);
        this.demand = new ImageDemandFinder(client, providers);
    }

    @Override
    public String name() {
        return "unused-images";
    }

    @Override
    public Class<ImageSync> kind() {
        return ImageSync.class;
    }

    @Override
    public ImageSync scope(ImageSync sync) {
        return sync;
    }

    @Override
    public ReconcileFilter concern(ImageSync sync) {
        boolean ours = !sync.isMarkedForDeletion() && AutomaticImageSyncs.isAutomatic(sync);
        if (ours) {
            known.add(ObjectName.from(sync));
        } else {
            known.remove(ObjectName.from(sync));
        }
        return ours ? ReconcileFilter.OURS : ReconcileFilter.FOREIGN;
    }

    @Override
    public List<Step<ImageSync>> steps() {
        return List.of(Step.of(STEP, this::check));
    }

    StepResult check(ImageSync sync) {
        Optional<ObjectName> user = demand.user(sync);
        if (user.isPresent()) {
            return StepResult.done("Used by TenantCluster %s.".formatted(user.get()));
        }
        syncs.delete(sync);
        return StepResult.done("No tenant cluster uses the image.");
    }

    /** Returns fixed conditions: another reconciler owns those of the status, and only failures of the step are worth an event. */
    @Override
    public List<Condition> conditions(ImageSync sync) {
        Instant created = Instant.EPOCH;
        List<Condition> ready =
                ConditionEditor.set(List.of(), ConditionEditor.READY, ConditionEditor.TRUE, "Ready", "", 0, created);
        return ConditionEditor.set(ready, STEP, ConditionEditor.TRUE, StepResult.DONE, "", 0, created);
    }

    @Override
    public ImageSyncStatus status(ImageSync sync, ImageSync scope, ReconcileOutcome outcome) {
        return sync.getStatus();
    }

    @Override
    public List<Watch<?>> watches() {
        return List.of(new Watch<>(TenantCluster.class, Optional.empty(), this::released));
    }

    /**
     * Returns the ImageSyncs that a cluster may have released: that of a cluster that is being deleted, and the former one if the reference
     * changed. An informer may ask several times about the same version and gets the same
     * result. Other changes, such as of the ButlerConfig, are found by the
     * resync.
     */
    Set<ObjectName> released(TenantCluster cluster) {
        if (UndecodableObject.of(cluster).isPresent()) {
            return Set.of();
        }
        Reference reference =
                references.compute(ObjectName.from(cluster), (_, before) -> Reference.after(before, cluster));
        Set<String> names = new HashSet<>(reference.former());
        if (cluster.isMarkedForDeletion()) {
            names.addAll(reference.current());
        }
        return known.stream().filter(sync -> names.contains(sync.name())).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * The ImageSync that a version of a cluster refers to; none or one.
     *
     * @param former that of the version before, if it is another one
     */
    private record Reference(String resourceVersion, Set<String> current, Set<String> former) {
        private static Reference after(Reference before, TenantCluster cluster) {
            String version = Objects.requireNonNullElse(cluster.getMetadata().getResourceVersion(), "");
            if (before != null && before.resourceVersion.equals(version)) {
                return before;
            }
            Set<String> current = Optional.ofNullable(cluster.getStatus())
                    .map(TenantClusterStatus::imageSyncRef)
                    .map(LocalReference::name)
                    .map(Set::of)
                    .orElse(Set.of());
            boolean isSame = before == null || before.current.equals(current);
            return new Reference(version, current, isSame ? Set.of() : before.current);
        }
    }
}
