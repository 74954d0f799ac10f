package dev.butlerlabs.sim.tenant;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Connects control plane, infrastructure and machines to a cluster, and deletes them in order. */
final class ClusterController {
    private static final String FINALIZER = "cluster.cluster.x-k8s.io";
    private static final String MANAGED_EXTERNALLY = "cluster.x-k8s.io/managed-by";

    void look(TenantNamespaceView world) {
        SimulatedResourceType.INFRASTRUCTURE_CLUSTERS.forEach(kind -> infrastructures(world, kind));
        world.list(SimulatedResourceType.CLUSTER).forEach(cluster -> {
            if (cluster.isMarkedForDeletion()) {
                end(world, cluster);
            } else {
                goOn(world, cluster);
            }
        });
    }

    /** Marks infrastructures as ready once the control plane endpoint is set. Externally managed ones are skipped. */
    private static void infrastructures(TenantNamespaceView world, SimulatedResourceType kind) {
        for (GenericKubernetesResource one : world.list(kind)) {
            boolean ours = Optional.ofNullable(one.getMetadata().getAnnotations())
                    .filter(annotations -> annotations.containsKey(MANAGED_EXTERNALLY))
                    .isEmpty();
            if (ours
                    && !one.isMarkedForDeletion()
                    && world.waits()
                            .lasted(
                                    "infrastructure " + one.getMetadata().getUid(),
                                    world.tempo().infrastructure())) {
                world.shelf().status(kind, one, Map.of("ready", true));
            }
        }
    }

    private static void goOn(TenantNamespaceView world, GenericKubernetesResource cluster) {
        if (!UnstructuredObject.isHeld(cluster, FINALIZER)) {
            world.shelf()
                    .edit(SimulatedResourceType.CLUSTER, cluster, copy -> UnstructuredObject.hold(copy, FINALIZER));
            return;
        }
        Optional<GenericKubernetesResource> plane = controlPlane(world, cluster);
        boolean prepared = infrastructure(world, cluster)
                .filter(found -> UnstructuredObject.truth(found.object(), "status", "ready"))
                .isPresent();
        boolean started = plane.filter(found -> UnstructuredObject.truth(found, "status", "ready"))
                .isPresent();
        if (!UnstructuredObject.hasEndpoint(cluster)
                && plane.filter(UnstructuredObject::hasEndpoint).isPresent()) {
            Object endpoint = plane.get().get("spec", "controlPlaneEndpoint");
            world.shelf()
                    .edit(
                            SimulatedResourceType.CLUSTER,
                            cluster,
                            copy -> UnstructuredObject.put(copy, "controlPlaneEndpoint", endpoint));
            return;
        }
        Map<String, Object> status = new TreeMap<>();
        status.put("infrastructureReady", prepared);
        status.put("controlPlaneReady", started);
        status.put("phase", prepared && UnstructuredObject.hasEndpoint(cluster) ? "Provisioned" : "Provisioning");
        status.put("observedGeneration", cluster.getMetadata().getGeneration());
        world.shelf().status(SimulatedResourceType.CLUSTER, cluster, status);
    }

    /** Deletes machines first, then the control plane, then the infrastructure. */
    private static void end(TenantNamespaceView world, GenericKubernetesResource cluster) {
        List<GenericKubernetesResource> deployments = of(world, SimulatedResourceType.MACHINE_DEPLOYMENT, cluster);
        List<GenericKubernetesResource> machines = of(world, SimulatedResourceType.MACHINE, cluster);
        if (!deployments.isEmpty() || !machines.isEmpty()) {
            deployments.forEach(one -> world.shelf().delete(SimulatedResourceType.MACHINE_DEPLOYMENT, one));
            machines.forEach(one -> world.shelf().delete(SimulatedResourceType.MACHINE, one));
            return;
        }
        Optional<GenericKubernetesResource> plane = controlPlane(world, cluster);
        if (plane.isPresent()) {
            world.shelf().delete(SimulatedResourceType.CONTROL_PLANE, plane.get());
            return;
        }
        Optional<Found> infrastructure = infrastructure(world, cluster);
        if (infrastructure.isPresent()) {
            world.shelf()
                    .delete(infrastructure.get().kind(), infrastructure.get().object());
            return;
        }
        world.shelf().edit(SimulatedResourceType.CLUSTER, cluster, copy -> UnstructuredObject.release(copy, FINALIZER));
    }

    static List<GenericKubernetesResource> of(
            TenantNamespaceView world, SimulatedResourceType kind, GenericKubernetesResource cluster) {
        return world.list(kind).stream()
                .filter(one -> UnstructuredObject.label(one, UnstructuredObject.CLUSTER_NAME)
                        .equals(UnstructuredObject.name(cluster)))
                .toList();
    }

    private static Optional<GenericKubernetesResource> controlPlane(
            TenantNamespaceView world, GenericKubernetesResource cluster) {
        return UnstructuredObject.text(cluster, "spec", "controlPlaneRef", "name")
                .flatMap(name -> world.shelf()
                        .find(SimulatedResourceType.CONTROL_PLANE, UnstructuredObject.namespace(cluster), name));
    }

    private record Found(SimulatedResourceType kind, GenericKubernetesResource object) {}

    private static Optional<Found> infrastructure(TenantNamespaceView world, GenericKubernetesResource cluster) {
        String name = UnstructuredObject.text(cluster, "spec", "infrastructureRef", "name")
                .orElse("");
        return SimulatedResourceType.INFRASTRUCTURE_CLUSTERS.stream()
                .filter(kind -> UnstructuredObject.text(cluster, "spec", "infrastructureRef", "kind")
                        .filter(kind.kind()::equals)
                        .isPresent())
                .flatMap(kind -> world.shelf().find(kind, UnstructuredObject.namespace(cluster), name).stream()
                        .map(object -> new Found(kind, object)))
                .findFirst();
    }
}
