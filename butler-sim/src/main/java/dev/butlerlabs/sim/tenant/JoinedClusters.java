package dev.butlerlabs.sim.tenant;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Connects control plane, infrastructure and machines to a cluster, and deletes them in order. */
final class JoinedClusters {
    private static final String FINALIZER = "cluster.cluster.x-k8s.io";
    private static final String MANAGED_EXTERNALLY = "cluster.x-k8s.io/managed-by";

    void look(World world) {
        PartKind.INFRASTRUCTURE_CLUSTERS.forEach(kind -> infrastructures(world, kind));
        world.list(PartKind.CLUSTER).forEach(cluster -> {
            if (cluster.isMarkedForDeletion()) {
                end(world, cluster);
            } else {
                goOn(world, cluster);
            }
        });
    }

    /** Marks infrastructures as ready once the control plane endpoint is set. Externally managed ones are skipped. */
    private static void infrastructures(World world, PartKind kind) {
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

    private static void goOn(World world, GenericKubernetesResource cluster) {
        if (!Part.isHeld(cluster, FINALIZER)) {
            world.shelf().edit(PartKind.CLUSTER, cluster, copy -> Part.hold(copy, FINALIZER));
            return;
        }
        Optional<GenericKubernetesResource> plane = controlPlane(world, cluster);
        boolean prepared = infrastructure(world, cluster)
                .filter(found -> Part.truth(found.object(), "status", "ready"))
                .isPresent();
        boolean started =
                plane.filter(found -> Part.truth(found, "status", "ready")).isPresent();
        if (!Part.hasEndpoint(cluster) && plane.filter(Part::hasEndpoint).isPresent()) {
            Object endpoint = plane.get().get("spec", "controlPlaneEndpoint");
            world.shelf().edit(PartKind.CLUSTER, cluster, copy -> Part.put(copy, "controlPlaneEndpoint", endpoint));
            return;
        }
        Map<String, Object> status = new TreeMap<>();
        status.put("infrastructureReady", prepared);
        status.put("controlPlaneReady", started);
        status.put("phase", prepared && Part.hasEndpoint(cluster) ? "Provisioned" : "Provisioning");
        status.put("observedGeneration", cluster.getMetadata().getGeneration());
        world.shelf().status(PartKind.CLUSTER, cluster, status);
    }

    /** Deletes machines first, then the control plane, then the infrastructure. */
    private static void end(World world, GenericKubernetesResource cluster) {
        List<GenericKubernetesResource> deployments = of(world, PartKind.MACHINE_DEPLOYMENT, cluster);
        List<GenericKubernetesResource> machines = of(world, PartKind.MACHINE, cluster);
        if (!deployments.isEmpty() || !machines.isEmpty()) {
            deployments.forEach(one -> world.shelf().delete(PartKind.MACHINE_DEPLOYMENT, one));
            machines.forEach(one -> world.shelf().delete(PartKind.MACHINE, one));
            return;
        }
        Optional<GenericKubernetesResource> plane = controlPlane(world, cluster);
        if (plane.isPresent()) {
            world.shelf().delete(PartKind.CONTROL_PLANE, plane.get());
            return;
        }
        Optional<Found> infrastructure = infrastructure(world, cluster);
        if (infrastructure.isPresent()) {
            world.shelf()
                    .delete(infrastructure.get().kind(), infrastructure.get().object());
            return;
        }
        world.shelf().edit(PartKind.CLUSTER, cluster, copy -> Part.release(copy, FINALIZER));
    }

    static List<GenericKubernetesResource> of(World world, PartKind kind, GenericKubernetesResource cluster) {
        return world.list(kind).stream()
                .filter(one -> Part.label(one, Part.CLUSTER_NAME).equals(Part.name(cluster)))
                .toList();
    }

    private static Optional<GenericKubernetesResource> controlPlane(World world, GenericKubernetesResource cluster) {
        return Part.text(cluster, "spec", "controlPlaneRef", "name")
                .flatMap(name -> world.shelf().find(PartKind.CONTROL_PLANE, Part.namespace(cluster), name));
    }

    private record Found(PartKind kind, GenericKubernetesResource object) {}

    private static Optional<Found> infrastructure(World world, GenericKubernetesResource cluster) {
        String name = Part.text(cluster, "spec", "infrastructureRef", "name").orElse("");
        return PartKind.INFRASTRUCTURE_CLUSTERS.stream()
                .filter(kind -> Part.text(cluster, "spec", "infrastructureRef", "kind")
                        .filter(kind.kind()::equals)
                        .isPresent())
                .flatMap(kind -> world.shelf().find(kind, Part.namespace(cluster), name).stream()
                        .map(object -> new Found(kind, object)))
                .findFirst();
    }
}
