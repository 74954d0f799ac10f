package dev.butlerlabs.sim.toy;

import dev.butlerlabs.core.provider.clusterapi.ApiEndpoint;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiProvider;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiRenderer;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiResourceTypes;
import dev.butlerlabs.core.provider.clusterapi.FieldMap;
import dev.butlerlabs.core.provider.clusterapi.RenderProblems;
import dev.butlerlabs.core.provider.clusterapi.TenantRenderInput;
import dev.butlerlabs.core.provider.clusterapi.WorkerSpec;
import java.util.List;

/** Tenant clusters on toy servers. */
public final class ToyClusterApiProvider implements ClusterApiProvider {
    @Override
    public String infrastructure() {
        return ToyProvider.NAME;
    }

    @Override
    public List<ClusterApiRenderer> renderers() {
        return List.of(new Renderer());
    }

    private static final class Renderer implements ClusterApiRenderer {
        @Override
        public ClusterApiResourceTypes kinds() {
            return new ClusterApiResourceTypes(
                    "toy", "infrastructure.cluster.x-k8s.io/v1alpha1", "ToyCluster", "ToyMachineTemplate");
        }

        @Override
        public FieldMap cluster(TenantRenderInput plan, RenderProblems findings) {
            return FieldMap.of("controlPlaneEndpoint", plan.endpoint().map(ApiEndpoint::fields));
        }

        @Override
        public FieldMap machine(TenantRenderInput plan, WorkerSpec worker, RenderProblems findings) {
            return FieldMap.of("cpu", worker.cpu()).put("memory", worker.memoryMiB() + "Mi");
        }
    }
}
