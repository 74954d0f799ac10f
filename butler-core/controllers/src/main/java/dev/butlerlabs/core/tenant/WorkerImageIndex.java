package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.UndecodableObject;
import dev.butlerlabs.core.machine.ImageSyncTarget;
import dev.butlerlabs.core.reconcile.Watch;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The tenant clusters by the images of their workers, to reconcile them when an ImageSync changes. Thread-safe. */
final class WorkerImageIndex {
    private final Map<ObjectName, ImageSyncTarget> targets = new ConcurrentHashMap<>();

    void register(TenantCluster cluster, ImageSyncTarget target) {
        targets.put(ObjectName.from(cluster), target);
    }

    /** Forgets a cluster that is being deleted. */
    void forgetDeleted(TenantCluster cluster) {
        if (cluster.isMarkedForDeletion()) {
            targets.remove(ObjectName.from(cluster));
        }
    }

    Watch<ImageSync> watch() {
        return new Watch<>(ImageSync.class, Optional.empty(), this::users);
    }

    Set<ObjectName> users(ImageSync sync) {
        if (UndecodableObject.of(sync).isPresent()) {
            return Set.of();
        }
        ImageSyncTarget target = ImageSyncTarget.of(sync);
        return targets.entrySet().stream()
                .filter(entry -> entry.getValue().equals(target))
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }
}
