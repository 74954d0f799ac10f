package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.provider.clusterapi.ApiEndpoint;
import dev.butlerlabs.core.provider.clusterapi.BlankTextFilter;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiRenderer;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiResourceTypes;
import dev.butlerlabs.core.provider.clusterapi.RenderProblemCollector;
import dev.butlerlabs.core.provider.clusterapi.TenantRenderInput;
import dev.butlerlabs.core.provider.clusterapi.UnstructuredFieldMap;
import dev.butlerlabs.core.provider.clusterapi.WorkerSpec;
import java.util.List;

/** Renders Harvester machines for its own Cluster API provider. */
final class HarvesterClusterApiRenderer implements ClusterApiRenderer {
    @Override
    public ClusterApiResourceTypes kinds() {
        return new ClusterApiResourceTypes(
                "harvester",
                "infrastructure.cluster.x-k8s.io/v1alpha1",
                "HarvesterCluster",
                "HarvesterMachineTemplate");
    }

    @Override
    public UnstructuredFieldMap cluster(TenantRenderInput plan, RenderProblemCollector findings) {
        HarvesterPlacement place = HarvesterPlacement.of(plan, findings);
        return UnstructuredFieldMap.of("targetNamespace", place.namespace())
                .put("identitySecret", place.secret(false))
                .put(
                        "server",
                        place.settings()
                                .map(ProviderConfigSpec.Harvester::endpoint)
                                .flatMap(BlankTextFilter::given))
                .put("loadBalancerConfig", UnstructuredFieldMap.of("ipamType", "dhcp"))
                .put("controlPlaneEndpoint", plan.endpoint().map(ApiEndpoint::fields));
    }

    @Override
    public UnstructuredFieldMap machine(TenantRenderInput plan, WorkerSpec worker, RenderProblemCollector findings) {
        HarvesterPlacement place = HarvesterPlacement.of(plan, findings);
        return UnstructuredFieldMap.of("cpu", worker.cpu())
                .put("memory", worker.memoryMiB() + "Mi")
                .put("sshUser", worker.loginUser())
                // The authorized SSH keys are part of the bootstrap data.
                .put("sshKeyPair", "")
                .put("networks", List.of(place.network()))
                .put("firmware", place.uefi() ? UnstructuredFieldMap.of("efi", true) : UnstructuredFieldMap.of())
                .put(
                        "volumes",
                        List.of(UnstructuredFieldMap.of("volumeType", "image")
                                .put("imageName", place.image(worker, findings))
                                .put("volumeSize", worker.diskGiB() + "Gi")
                                .put("bootOrder", 0)));
    }
}
