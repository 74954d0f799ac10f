package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec;
import dev.butlerlabs.core.api.TenantClusterSpec.MachineTemplate;
import dev.butlerlabs.core.api.TenantClusterSpec.Workers;
import dev.butlerlabs.core.api.TenantClusterSpecBuilder;
import dev.butlerlabs.core.api.TenantClusterSpecMachineTemplateBuilder;
import dev.butlerlabs.core.api.TenantClusterSpecOperatingSystemBuilder;
import dev.butlerlabs.core.machine.AutomaticImageSyncs;

/** Applies the transferred image to a cluster, as if the cluster specified it. The stored cluster is not changed. */
final class WorkerImage {
    private WorkerImage() {}

    /** Returns the cluster with its image; the cluster itself if no image is transferred automatically. */
    static TenantCluster applied(TenantReconcileContext scope) {
        return scope.imageSync()
                .flatMap(AutomaticImageSyncs::image)
                .map(image -> copy(scope.cluster(), image))
                .orElse(scope.cluster());
    }

    /** Only clusters with an operating system have an automatic image. */
    private static TenantCluster copy(TenantCluster cluster, String image) {
        TenantClusterSpec spec = cluster.getSpec();
        MachineTemplate template = spec.workers().machineTemplate();
        TenantCluster copy = new TenantCluster();
        copy.setMetadata(cluster.getMetadata());
        copy.setStatus(cluster.getStatus());
        copy.setSpec(TenantClusterSpecBuilder.builder(spec)
                .workers(new Workers(
                        spec.workers().replicas(),
                        TenantClusterSpecMachineTemplateBuilder.builder(template)
                                .os(TenantClusterSpecOperatingSystemBuilder.builder(template.os())
                                        .imageRef(image)
                                        .build())
                                .build()))
                .build());
        return copy;
    }
}
