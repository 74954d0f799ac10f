package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiKinds;
import dev.butlerlabs.core.provider.clusterapi.Endpoint;
import dev.butlerlabs.core.provider.clusterapi.Fields;
import dev.butlerlabs.core.provider.clusterapi.Findings;
import dev.butlerlabs.core.provider.clusterapi.TenantPlan;
import dev.butlerlabs.core.provider.clusterapi.Worker;
import dev.butlerlabs.core.provider.clusterapi.WorkerInfrastructure;
import java.util.List;
import java.util.Map;

/** Renders KubeVirt virtual machines on Harvester. */
final class KubevirtInfrastructure implements WorkerInfrastructure {
    private static final String ROOT_DISK = "rootdisk";
    private static final String NETWORK = "default";

    @Override
    public ClusterApiKinds kinds() {
        return new ClusterApiKinds(
                "kubevirt", "infrastructure.cluster.x-k8s.io/v1alpha1", "KubevirtCluster", "KubevirtMachineTemplate");
    }

    @Override
    public Fields cluster(TenantPlan plan, Findings findings) {
        return Fields.of("controlPlaneEndpoint", plan.endpoint().map(Endpoint::fields))
                .put("infraClusterSecretRef", HarvesterPlace.of(plan, findings).secret(true))
                .put("controlPlaneServiceTemplate", Fields.of("spec", Fields.of("type", "ClusterIP")));
    }

    @Override
    public Fields machine(TenantPlan plan, Worker worker, Findings findings) {
        HarvesterPlace place = HarvesterPlace.of(plan, findings);
        String image = place.image(worker, findings);
        return Fields.of("virtualMachineBootstrapCheck", Fields.of("checkStrategy", "none"))
                .put(
                        "virtualMachineTemplate",
                        Fields.of(
                                        "metadata",
                                        Fields.of("namespace", place.namespace())
                                                .put("labels", labels(plan)))
                                .put("spec", virtualMachine(plan, worker, place, image)));
    }

    private static Map<String, Object> labels(TenantPlan plan) {
        return Map.of("harvesterhci.io/creator", "harvester", Labels.MANAGED_BY, "butler", Labels.TENANT, plan.name());
    }

    private static Fields virtualMachine(TenantPlan plan, Worker worker, HarvesterPlace place, String image) {
        return Fields.of("runStrategy", place.runStrategy())
                .put("dataVolumeTemplates", List.of(disk(plan, worker, place, image)))
                .put(
                        "template",
                        Fields.of("metadata", Fields.of("labels", labels(plan)))
                                .put("spec", guest(plan, worker, place)));
    }

    /** Harvester fills a blank volume from the image that its annotation names. */
    private static Fields disk(TenantPlan plan, Worker worker, HarvesterPlace place, String image) {
        return Fields.of(
                        "metadata",
                        Fields.of("name", diskName(plan))
                                .put("annotations", Fields.of("harvesterhci.io/imageId", image)))
                .put(
                        "spec",
                        Fields.of("source", Fields.of("blank", Map.of()))
                                .put(
                                        "pvc",
                                        Fields.of("accessModes", List.of("ReadWriteMany"))
                                                .put("volumeMode", "Block")
                                                .put("storageClassName", place.bootClass(image))
                                                .put(
                                                        "resources",
                                                        Fields.of(
                                                                "requests",
                                                                Fields.of("storage", worker.diskGiB() + "Gi")))));
    }

    private static String diskName(TenantPlan plan) {
        return plan.name() + "-worker-disk";
    }

    private static Fields guest(TenantPlan plan, Worker worker, HarvesterPlace place) {
        return Fields.of("domain", domain(worker, place))
                .put("evictionStrategy", "LiveMigrateIfPossible")
                .put(
                        "networks",
                        List.of(Fields.of("name", NETWORK).put("multus", Fields.of("networkName", place.network()))))
                .put(
                        "volumes",
                        List.of(Fields.of("name", ROOT_DISK).put("dataVolume", Fields.of("name", diskName(plan)))));
    }

    private static Fields domain(Worker worker, HarvesterPlace place) {
        String memory = worker.memoryMiB() + "Mi";
        return Fields.of("machine", Fields.of("type", "q35"))
                .put("cpu", Fields.of("cores", worker.cpu()).put("sockets", 1).put("threads", 1))
                .put("memory", Fields.of("guest", memory))
                .put(
                        "resources",
                        Fields.of(
                                        "limits",
                                        Fields.of("cpu", String.valueOf(worker.cpu()))
                                                .put("memory", memory))
                                .put("requests", Fields.of("memory", memory)))
                .put("firmware", place.firmware())
                .put("features", place.features())
                .put("devices", devices());
    }

    private static Fields devices() {
        return Fields.of(
                        "disks",
                        List.of(Fields.of("name", ROOT_DISK)
                                .put("bootOrder", 1)
                                .put("disk", Fields.of("bus", "virtio"))))
                .put(
                        "interfaces",
                        List.of(Fields.of("name", NETWORK)
                                .put("model", "virtio")
                                .put("bridge", Map.of())));
    }
}
