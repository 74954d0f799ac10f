package dev.butlerlabs.sim.tenant;

import dev.butlerlabs.sim.cluster.control.Member;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Creates machines, joins them to their cluster as nodes, and deletes them. */
final class Machines {
    private static final String FINALIZER = "machine.cluster.x-k8s.io";
    private static final Duration JOIN_AGAIN = Duration.ofMillis(200);

    static boolean isRunning(GenericKubernetesResource machine) {
        return Part.text(machine, "status", "phase").filter("Running"::equals).isPresent();
    }

    void look(World world, ControlPlanes planes) {
        Map<HostedCluster, List<Member>> members = new HashMap<>();
        world.list(PartKind.CONTROL_PLANE)
                .forEach(plane -> planes.find(Part.namespace(plane), Part.name(plane))
                        .ifPresent(cluster -> members.put(cluster, new ArrayList<>())));
        world.list(PartKind.MACHINE).stream()
                .sorted(Comparator.comparing(Part::key))
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
    private static Optional<HostedCluster> look(World world, GenericKubernetesResource machine, ControlPlanes planes) {
        String cluster = Part.text(machine, "spec", "clusterName").orElse("");
        if (machine.isMarkedForDeletion()) {
            if (world.waits()
                    .lasted(
                            "end of " + machine.getMetadata().getUid(),
                            world.tempo().machine())) {
                planes.find(Part.namespace(machine), cluster)
                        .ifPresent(hosted -> hosted.deleteNode(Part.name(machine)));
                world.shelf().edit(PartKind.MACHINE, machine, copy -> Part.release(copy, FINALIZER));
            }
            return Optional.empty();
        }
        boolean possible = world.shelf()
                .find(PartKind.CLUSTER, Part.namespace(machine), cluster)
                .filter(one -> Part.truth(one, "status", "infrastructureReady")
                        && Part.truth(one, "status", "controlPlaneReady"))
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
                            PartKind.MACHINE,
                            machine,
                            Map.of(
                                    "phase",
                                    "Running",
                                    "nodeRef",
                                    Map.of("apiVersion", "v1", "kind", "Node", "name", Part.name(machine)),
                                    "bootstrapReady",
                                    true,
                                    "infrastructureReady",
                                    true));
        }
        return isRunning(machine) ? planes.find(Part.namespace(machine), cluster) : Optional.empty();
    }

    /**
     * Returns whether a machine may join. kubeadm requirements are always met; Talos requirements are checked
     * periodically.
     */
    private static boolean mayJoin(World world, GenericKubernetesResource machine, ControlPlanes planes) {
        boolean talos = Part.text(machine, "spec", "origin", "bootstrap", "configRef", "kind")
                .filter("TalosConfigTemplate"::equals)
                .isPresent();
        String cluster = Part.text(machine, "spec", "clusterName").orElse("");
        boolean may = !talos
                || planes.find(Part.namespace(machine), cluster)
                        .filter(hosted -> TalosTrust.letsIn(world, cluster, hosted))
                        .isPresent();
        if (!may) {
            world.waits().lookAgainIn(JOIN_AGAIN);
        }
        return may;
    }

    private static Member member(GenericKubernetesResource machine) {
        return new Member(
                Part.name(machine),
                "127.0.0.1",
                true,
                false,
                Map.of(),
                Map.of(),
                Map.of(),
                Part.text(machine, "spec", "version").orElse("v1.31.0"),
                "",
                true);
    }
}
