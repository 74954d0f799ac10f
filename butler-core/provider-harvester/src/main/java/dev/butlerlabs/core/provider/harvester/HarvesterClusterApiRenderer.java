package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiKinds;
import dev.butlerlabs.core.provider.clusterapi.Endpoint;
import dev.butlerlabs.core.provider.clusterapi.Fields;
import dev.butlerlabs.core.provider.clusterapi.Findings;
import dev.butlerlabs.core.provider.clusterapi.TenantPlan;
import dev.butlerlabs.core.provider.clusterapi.Text;
import dev.butlerlabs.core.provider.clusterapi.Worker;
import dev.butlerlabs.core.provider.clusterapi.WorkerInfrastructure;
import java.util.List;

/** Renders Harvester machines for its own Cluster API provider. */
final class HarvesterClusterApiRenderer implements WorkerInfrastructure {
    @Override
    public ClusterApiKinds kinds() {
        return new ClusterApiKinds(
                "harvester",
                "infrastructure.cluster.x-k8s.io/v1alpha1",
                "HarvesterCluster",
                "HarvesterMachineTemplate");
    }

    @Override
    public Fields cluster(TenantPlan plan, Findings findings) {
        HarvesterPlace place = HarvesterPlace.of(plan, findings);
        return Fields.of("targetNamespace", place.namespace())
                .put("identitySecret", place.secret(false))
                .put(
                        "server",
                        place.settings()
                                .map(ProviderConfigSpec.Harvester::endpoint)
                                .flatMap(Text::given))
                .put("loadBalancerConfig", Fields.of("ipamType", "dhcp"))
                .put("controlPlaneEndpoint", plan.endpoint().map(Endpoint::fields));
    }

    @Override
    public Fields machine(TenantPlan plan, Worker worker, Findings findings) {
        HarvesterPlace place = HarvesterPlace.of(plan, findings);
        return Fields.of("cpu", worker.cpu())
                .put("memory", worker.memoryMiB() + "Mi")
                .put("sshUser", worker.loginUser())
                // The authorized SSH keys are part of the bootstrap data.
                .put("sshKeyPair", "")
                .put("networks", List.of(place.network()))
                .put("firmware", place.uefi() ? Fields.of("efi", true) : Fields.of())
                .put(
                        "volumes",
                        List.of(Fields.of("volumeType", "image")
                                .put("imageName", place.image(worker, findings))
                                .put("volumeSize", worker.diskGiB() + "Gi")
                                .put("bootOrder", 0)));
    }
}
