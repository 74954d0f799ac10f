package dev.butlerlabs.sim.toy;

import dev.butlerlabs.core.provider.clusterapi.ApiEndpoint;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiProvider;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiRenderer;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiResourceTypes;
import dev.butlerlabs.core.provider.clusterapi.RenderProblemCollector;
import dev.butlerlabs.core.provider.clusterapi.TenantRenderInput;
import dev.butlerlabs.core.provider.clusterapi.UnstructuredFieldMap;
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
        public UnstructuredFieldMap cluster(TenantRenderInput plan, RenderProblemCollector findings) {
            return UnstructuredFieldMap.of(
                    "controlPlaneEndpoint", plan.endpoint().map(ApiEndpoint::fields));
        }

        @Override
        public UnstructuredFieldMap machine(
                TenantRenderInput plan, WorkerSpec worker, RenderProblemCollector findings) {
            return UnstructuredFieldMap.of("cpu", worker.cpu()).put("memory", worker.memoryMiB() + "Mi");
        }
    }
}
