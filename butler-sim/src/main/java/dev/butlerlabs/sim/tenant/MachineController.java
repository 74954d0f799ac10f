package dev.butlerlabs.sim.tenant;

import dev.butlerlabs.sim.cluster.control.ClusterMember;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Creates machines, joins them to their cluster as nodes, and deletes them. */
final class MachineController {
    private static final String FINALIZER = "machine.cluster.x-k8s.io";
    private static final Duration JOIN_AGAIN = Duration.ofMillis(200);

    static boolean isRunning(GenericKubernetesResource machine) {
        return UnstructuredObject.text(machine, "status", "phase")
                .filter("Running"::equals)
                .isPresent();
    }

    void look(TenantNamespaceView world, ControlPlaneController planes) {
        Map<HostedCluster, List<ClusterMember>> members = new HashMap<>();
        world.list(SimulatedResourceType.CONTROL_PLANE)
                .forEach(plane -> planes.find(UnstructuredObject.namespace(plane), UnstructuredObject.name(plane))
                        .ifPresent(cluster -> members.put(cluster, new ArrayList<>())));
        world.list(SimulatedResourceType.MACHINE).stream()
                .sorted(Comparator.comparing(UnstructuredObject::key))
                .forEach(machine -> look(world, machine, planes)
                        .ifPresent(cluster -> members.computeIfAbsent(cluster, key -> new ArrayList<>())
                                .add(member(machine))));
        members.forEach(HostedCluster::follow);
    }

    /**
     * Reconciles a machine.
     *
     * @return the cluster that the machine is a node of
     */
    private static Optional<HostedCluster> look(
            TenantNamespaceView world, GenericKubernetesResource machine, ControlPlaneController planes) {
        String cluster = UnstructuredObject.text(machine, "spec", "clusterName").orElse("");
        if (machine.isMarkedForDeletion()) {
            if (world.waits()
                    .lasted(
                            "end of " + machine.getMetadata().getUid(),
                            world.tempo().machine())) {
                planes.find(UnstructuredObject.namespace(machine), cluster)
                        .ifPresent(hosted -> hosted.deleteNode(UnstructuredObject.name(machine)));
                world.shelf()
                        .edit(
                                SimulatedResourceType.MACHINE,
                                machine,
                                copy -> UnstructuredObject.release(copy, FINALIZER));
            }
            return Optional.empty();
        }
        boolean possible = world.shelf()
                .find(SimulatedResourceType.CLUSTER, UnstructuredObject.namespace(machine), cluster)
                .filter(one -> UnstructuredObject.truth(one, "status", "infrastructureReady")
                        && UnstructuredObject.truth(one, "status", "controlPlaneReady"))
                .isPresent();
        if (!possible || !(isRunning(machine) || mayJoin(world, machine, planes))) {
            return Optional.empty();
        }
        if (world.waits()
                .lasted(
                        "boot of " + machine.getMetadata().getUid(),
                        world.tempo().machine())) {
            world.shelf()
                    .status(
                            SimulatedResourceType.MACHINE,
                            machine,
                            Map.of(
                                    "phase",
                                    "Running",
                                    "nodeRef",
                                    Map.of(
                                            "apiVersion",
                                            "v1",
                                            "kind",
                                            "Node",
                                            "name",
                                            UnstructuredObject.name(machine)),
                                    "bootstrapReady",
                                    true,
                                    "infrastructureReady",
                                    true));
        }
        return isRunning(machine) ? planes.find(UnstructuredObject.namespace(machine), cluster) : Optional.empty();
    }

    /**
     * Returns whether a machine may join. kubeadm requirements are always met; Talos requirements are checked
     * periodically.
     */
    private static boolean mayJoin(
            TenantNamespaceView world, GenericKubernetesResource machine, ControlPlaneController planes) {
        boolean talos = UnstructuredObject.text(machine, "spec", "origin", "bootstrap", "configRef", "kind")
                .filter("TalosConfigTemplate"::equals)
                .isPresent();
        String cluster = UnstructuredObject.text(machine, "spec", "clusterName").orElse("");
        boolean may = !talos
                || planes.find(UnstructuredObject.namespace(machine), cluster)
                        .filter(hosted -> TalosTrustFactory.letsIn(world, cluster, hosted))
                        .isPresent();
        if (!may) {
            world.waits().lookAgainIn(JOIN_AGAIN);
        }
        return may;
    }

    private static ClusterMember member(GenericKubernetesResource machine) {
        return new ClusterMember(
                UnstructuredObject.name(machine),
                "127.0.0.1",
                true,
                false,
                Map.of(),
                Map.of(),
                Map.of(),
                UnstructuredObject.text(machine, "spec", "version").orElse("v1.31.0"),
                "",
                true);
    }
}
