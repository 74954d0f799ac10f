package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.provider.clusterapi.ApiEndpoint;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiRenderer;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiResourceTypes;
import dev.butlerlabs.core.provider.clusterapi.FieldMap;
import dev.butlerlabs.core.provider.clusterapi.OptionalText;
import dev.butlerlabs.core.provider.clusterapi.RenderProblems;
import dev.butlerlabs.core.provider.clusterapi.TenantRenderInput;
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
    public FieldMap cluster(TenantRenderInput plan, RenderProblems findings) {
        HarvesterPlacement place = HarvesterPlacement.of(plan, findings);
        return FieldMap.of("targetNamespace", place.namespace())
                .put("identitySecret", place.secret(false))
                .put(
                        "server",
                        place.settings()
                                .map(ProviderConfigSpec.Harvester::endpoint)
                                .flatMap(OptionalText::given))
                .put("loadBalancerConfig", FieldMap.of("ipamType", "dhcp"))
                .put("controlPlaneEndpoint", plan.endpoint().map(ApiEndpoint::fields));
    }

    @Override
    public FieldMap machine(TenantRenderInput plan, WorkerSpec worker, RenderProblems findings) {
        HarvesterPlacement place = HarvesterPlacement.of(plan, findings);
        return FieldMap.of("cpu", worker.cpu())
                .put("memory", worker.memoryMiB() + "Mi")
                .put("sshUser", worker.loginUser())
                // The authorized SSH keys are part of the bootstrap data.
                .put("sshKeyPair", "")
                .put("networks", List.of(place.network()))
                .put("firmware", place.uefi() ? FieldMap.of("efi", true) : FieldMap.of())
                .put(
                        "volumes",
                        List.of(FieldMap.of("volumeType", "image")
                                .put("imageName", place.image(worker, findings))
                                .put("volumeSize", worker.diskGiB() + "Gi")
                                .put("bootOrder", 0)));
    }
}
