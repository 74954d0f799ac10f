package dev.butlerlabs.sim.toy;

import dev.butlerlabs.core.provider.clusterapi.ClusterApiKinds;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiProvider;
import dev.butlerlabs.core.provider.clusterapi.Endpoint;
import dev.butlerlabs.core.provider.clusterapi.Fields;
import dev.butlerlabs.core.provider.clusterapi.Findings;
import dev.butlerlabs.core.provider.clusterapi.TenantPlan;
import dev.butlerlabs.core.provider.clusterapi.Worker;
import dev.butlerlabs.core.provider.clusterapi.WorkerInfrastructure;
import java.util.List;

/** Tenant clusters on toy servers. */
public final class ToyClusterApiProvider implements ClusterApiProvider {
    @Override
    public String infrastructure() {
        return ToyProvider.NAME;
    }

    @Override
    public List<WorkerInfrastructure> renderers() {
        return List.of(new Renderer());
    }

    private static final class Renderer implements WorkerInfrastructure {
        @Override
        public ClusterApiKinds kinds() {
            return new ClusterApiKinds(
                    "toy", "infrastructure.cluster.x-k8s.io/v1alpha1", "ToyCluster", "ToyMachineTemplate");
        }

        @Override
        public Fields cluster(TenantPlan plan, Findings findings) {
            return Fields.of("controlPlaneEndpoint", plan.endpoint().map(Endpoint::fields));
        }

        @Override
        public Fields machine(TenantPlan plan, Worker worker, Findings findings) {
            return Fields.of("cpu", worker.cpu()).put("memory", worker.memoryMiB() + "Mi");
        }
    }
}
