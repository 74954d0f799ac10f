package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.provider.clusterapi.ApiEndpoint;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiRenderer;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiResourceTypes;
import dev.butlerlabs.core.provider.clusterapi.RenderProblemCollector;
import dev.butlerlabs.core.provider.clusterapi.TenantRenderInput;
import dev.butlerlabs.core.provider.clusterapi.UnstructuredFieldMap;
import dev.butlerlabs.core.provider.clusterapi.WorkerSpec;
import java.util.List;
import java.util.Map;

/** Renders KubeVirt virtual machines on Harvester. */
final class KubevirtClusterApiRenderer implements ClusterApiRenderer {
    private static final String ROOT_DISK = "rootdisk";
    private static final String NETWORK = "default";

    @Override
    public ClusterApiResourceTypes kinds() {
        return new ClusterApiResourceTypes(
                "kubevirt", "infrastructure.cluster.x-k8s.io/v1alpha1", "KubevirtCluster", "KubevirtMachineTemplate");
    }

    @Override
    public UnstructuredFieldMap cluster(TenantRenderInput plan, RenderProblemCollector findings) {
        return UnstructuredFieldMap.of("controlPlaneEndpoint", plan.endpoint().map(ApiEndpoint::fields))
                .put(
                        "infraClusterSecretRef",
                        HarvesterPlacement.of(plan, findings).secret(true))
                .put(
                        "controlPlaneServiceTemplate",
                        UnstructuredFieldMap.of("spec", UnstructuredFieldMap.of("type", "ClusterIP")));
    }

    @Override
    public UnstructuredFieldMap machine(TenantRenderInput plan, WorkerSpec worker, RenderProblemCollector findings) {
        HarvesterPlacement place = HarvesterPlacement.of(plan, findings);
        String image = place.image(worker, findings);
        return UnstructuredFieldMap.of("virtualMachineBootstrapCheck", UnstructuredFieldMap.of("checkStrategy", "none"))
                .put(
                        "virtualMachineTemplate",
                        UnstructuredFieldMap.of(
                                        "metadata",
                                        UnstructuredFieldMap.of("namespace", place.namespace())
                                                .put("labels", labels(plan)))
                                .put("spec", virtualMachine(plan, worker, place, image)));
    }

    private static Map<String, Object> labels(TenantRenderInput plan) {
        return Map.of("harvesterhci.io/creator", "harvester", Labels.MANAGED_BY, "butler", Labels.TENANT, plan.name());
    }

    private static UnstructuredFieldMap virtualMachine(
            TenantRenderInput plan, WorkerSpec worker, HarvesterPlacement place, String image) {
        return UnstructuredFieldMap.of("runStrategy", place.runStrategy())
                .put("dataVolumeTemplates", List.of(disk(plan, worker, place, image)))
                .put(
                        "template",
                        UnstructuredFieldMap.of("metadata", UnstructuredFieldMap.of("labels", labels(plan)))
                                .put("spec", guest(plan, worker, place)));
    }

    /** Harvester fills a blank volume from the image that its annotation names. */
    private static UnstructuredFieldMap disk(
            TenantRenderInput plan, WorkerSpec worker, HarvesterPlacement place, String image) {
        return UnstructuredFieldMap.of(
                        "metadata",
                        UnstructuredFieldMap.of("name", diskName(plan))
                                .put("annotations", UnstructuredFieldMap.of("harvesterhci.io/imageId", image)))
                .put(
                        "spec",
                        UnstructuredFieldMap.of("source", UnstructuredFieldMap.of("blank", Map.of()))
                                .put(
                                        "pvc",
                                        UnstructuredFieldMap.of("accessModes", List.of("ReadWriteMany"))
                                                .put("volumeMode", "Block")
                                                .put("storageClassName", place.bootClass(image))
                                                .put(
                                                        "resources",
                                                        UnstructuredFieldMap.of(
                                                                "requests",
                                                                UnstructuredFieldMap.of(
                                                                        "storage", worker.diskGiB() + "Gi")))));
    }

    private static String diskName(TenantRenderInput plan) {
        return plan.name() + "-worker-disk";
    }

    private static UnstructuredFieldMap guest(TenantRenderInput plan, WorkerSpec worker, HarvesterPlacement place) {
        return UnstructuredFieldMap.of("domain", domain(worker, place))
                .put("evictionStrategy", "LiveMigrateIfPossible")
                .put(
                        "networks",
                        List.of(UnstructuredFieldMap.of("name", NETWORK)
                                .put("multus", UnstructuredFieldMap.of("networkName", place.network()))))
                .put(
                        "volumes",
                        List.of(UnstructuredFieldMap.of("name", ROOT_DISK)
                                .put("dataVolume", UnstructuredFieldMap.of("name", diskName(plan)))));
    }

    private static UnstructuredFieldMap domain(WorkerSpec worker, HarvesterPlacement place) {
        String memory = worker.memoryMiB() + "Mi";
        return UnstructuredFieldMap.of("machine", UnstructuredFieldMap.of("type", "q35"))
                .put(
                        "cpu",
                        UnstructuredFieldMap.of("cores", worker.cpu())
                                .put("sockets", 1)
                                .put("threads", 1))
                .put("memory", UnstructuredFieldMap.of("guest", memory))
                .put(
                        "resources",
                        UnstructuredFieldMap.of(
                                        "limits",
                                        UnstructuredFieldMap.of("cpu", String.valueOf(worker.cpu()))
                                                .put("memory", memory))
                                .put("requests", UnstructuredFieldMap.of("memory", memory)))
                .put("firmware", place.firmware())
                .put("features", place.features())
                .put("devices", devices());
    }

    private static UnstructuredFieldMap devices() {
        return UnstructuredFieldMap.of(
                        "disks",
                        List.of(UnstructuredFieldMap.of("name", ROOT_DISK)
                                .put("bootOrder", 1)
                                .put("disk", UnstructuredFieldMap.of("bus", "virtio"))))
                .put(
                        "interfaces",
                        List.of(UnstructuredFieldMap.of("name", NETWORK)
                                .put("model", "virtio")
                                .put("bridge", Map.of())));
    }
}
