package dev.butlerlabs.core.tenant.image;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.LenientDecoder;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.UndecodableObject;
import dev.butlerlabs.core.machine.ImageSyncTarget;
import dev.butlerlabs.core.quota.ClusterProviderReader;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;

/** Finds the tenant clusters that use an ImageSync or request its image. Thread-safe. */
final class ImageDemandFinder {
    private static final String PLATFORM = "butler";

    private final KubernetesClient client;
    private final ClusterProviderReader providers;

    ImageDemandFinder(KubernetesClient client, ClusterProviderReader providers) {
        this.client = client;
        this.providers = providers;
    }

    /**
     * Returns a tenant cluster that uses an ImageSync. One that cannot be decoded may use every ImageSync. One that is being deleted uses
     * its ImageSync until it is gone.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if the clusters cannot be read
     */
    Optional<ObjectName> user(ImageSync sync) {
        ImageSyncTarget target = ImageSyncTarget.of(sync);
        Optional<ButlerConfigSpec> platform = platform();
        return clusters().stream()
                .filter(cluster -> UndecodableObject.of(cluster).isPresent()
                        || isReferenced(sync, cluster)
                        || requests(cluster, target, platform))
                .map(ObjectName::from)
                .findFirst();
    }

    private Optional<ButlerConfigSpec> platform() {
        return KubeErrorMapper.translating(
                        "reading the ButlerConfig",
                        () -> Optional.ofNullable(client.resources(ButlerConfig.class)
                                .withName(PLATFORM)
                                .get()))
                .map(ButlerConfig::getSpec);
    }

    private List<TenantCluster> clusters() {
        return KubeErrorMapper.translating(
                "listing TenantClusters",
                () -> LenientDecoder.over(client)
                        .resources(TenantCluster.class)
                        .inAnyNamespace()
                        .list()
                        .getItems());
    }

    /** The names of ImageSyncs contain a digest, so that the namespace need not be compared. */
    private static boolean isReferenced(ImageSync sync, TenantCluster cluster) {
        return Optional.ofNullable(cluster.getStatus())
                .map(TenantClusterStatus::imageSyncRef)
                .map(LocalReference::name)
                .filter(sync.getMetadata().getName()::equals)
                .isPresent();
    }

    /** Reads the ProviderConfig only of clusters that request this schematic and version. */
    private boolean requests(TenantCluster cluster, ImageSyncTarget target, Optional<ButlerConfigSpec> platform) {
        return !cluster.isMarkedForDeletion()
                && WorkerImagePlanner.plan(cluster, platform) instanceof WorkerImagePlan.Automatic automatic
                && automatic.schematic().equals(target.image().schematic())
                && automatic.version().equals(target.image().version())
                && providers
                        .read(cluster)
                        .config()
                        .map(ObjectName::from)
                        .filter(target.config()::equals)
                        .isPresent();
    }
}
