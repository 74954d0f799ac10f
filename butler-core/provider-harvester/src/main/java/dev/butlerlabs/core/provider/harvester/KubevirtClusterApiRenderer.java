package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.provider.clusterapi.ApiEndpoint;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiRenderer;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiResourceTypes;
import dev.butlerlabs.core.provider.clusterapi.FieldMap;
import dev.butlerlabs.core.provider.clusterapi.RenderProblems;
import dev.butlerlabs.core.provider.clusterapi.TenantRenderInput;
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
    public FieldMap cluster(TenantRenderInput plan, RenderProblems findings) {
        return FieldMap.of("controlPlaneEndpoint", plan.endpoint().map(ApiEndpoint::fields))
                .put(
                        "infraClusterSecretRef",
                        HarvesterPlacement.of(plan, findings).secret(true))
                .put("controlPlaneServiceTemplate", FieldMap.of("spec", FieldMap.of("type", "ClusterIP")));
    }

    @Override
    public FieldMap machine(TenantRenderInput plan, WorkerSpec worker, RenderProblems findings) {
        HarvesterPlacement place = HarvesterPlacement.of(plan, findings);
        String image = place.image(worker, findings);
        return FieldMap.of("virtualMachineBootstrapCheck", FieldMap.of("checkStrategy", "none"))
                .put(
                        "virtualMachineTemplate",
                        FieldMap.of(
                                        "metadata",
                                        FieldMap.of("namespace", place.namespace())
                                                .put("labels", labels(plan)))
                                .put("spec", virtualMachine(plan, worker, place, image)));
    }

    private static Map<String, Object> labels(TenantRenderInput plan) {
        return Map.of("harvesterhci.io/creator", "harvester", Labels.MANAGED_BY, "butler", Labels.TENANT, plan.name());
    }

    private static FieldMap virtualMachine(
            TenantRenderInput plan, WorkerSpec worker, HarvesterPlacement place, String image) {
        return FieldMap.of("runStrategy", place.runStrategy())
                .put("dataVolumeTemplates", List.of(disk(plan, worker, place, image)))
                .put(
                        "template",
                        FieldMap.of("metadata", FieldMap.of("labels", labels(plan)))
                                .put("spec", guest(plan, worker, place)));
    }

    /** Harvester fills a blank volume from the image that its annotation names. */
    private static FieldMap disk(TenantRenderInput plan, WorkerSpec worker, HarvesterPlacement place, String image) {
        return FieldMap.of(
                        "metadata",
                        FieldMap.of("name", diskName(plan))
                                .put("annotations", FieldMap.of("harvesterhci.io/imageId", image)))
                .put(
                        "spec",
                        FieldMap.of("source", FieldMap.of("blank", Map.of()))
                                .put(
                                        "pvc",
                                        FieldMap.of("accessModes", List.of("ReadWriteMany"))
                                                .put("volumeMode", "Block")
                                                .put("storageClassName", place.bootClass(image))
                                                .put(
                                                        "resources",
                                                        FieldMap.of(
                                                                "requests",
                                                                FieldMap.of("storage", worker.diskGiB() + "Gi")))));
    }

    private static String diskName(TenantRenderInput plan) {
        return plan.name() + "-worker-disk";
    }

    private static FieldMap guest(TenantRenderInput plan, WorkerSpec worker, HarvesterPlacement place) {
        return FieldMap.of("domain", domain(worker, place))
                .put("evictionStrategy", "LiveMigrateIfPossible")
                .put(
                        "networks",
                        List.of(FieldMap.of("name", NETWORK)
                                .put("multus", FieldMap.of("networkName", place.network()))))
                .put(
                        "volumes",
                        List.of(FieldMap.of("name", ROOT_DISK).put("dataVolume", FieldMap.of("name", diskName(plan)))));
    }

    private static FieldMap domain(WorkerSpec worker, HarvesterPlacement place) {
        String memory = worker.memoryMiB() + "Mi";
        return FieldMap.of("machine", FieldMap.of("type", "q35"))
                .put("cpu", FieldMap.of("cores", worker.cpu()).put("sockets", 1).put("threads", 1))
                .put("memory", FieldMap.of("guest", memory))
                .put(
                        "resources",
                        FieldMap.of(
                                        "limits",
                                        FieldMap.of("cpu", String.valueOf(worker.cpu()))
                                                .put("memory", memory))
                                .put("requests", FieldMap.of("memory", memory)))
                .put("firmware", place.firmware())
                .put("features", place.features())
                .put("devices", devices());
    }

    private static FieldMap devices() {
        return FieldMap.of(
                        "disks",
                        List.of(FieldMap.of("name", ROOT_DISK)
                                .put("bootOrder", 1)
                                .put("disk", FieldMap.of("bus", "virtio"))))
                .put(
                        "interfaces",
                        List.of(FieldMap.of("name", NETWORK)
                                .put("model", "virtio")
                                .put("bridge", Map.of())));
    }
}
