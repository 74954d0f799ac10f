package dev.butlerlabs.sim.tenant;

import dev.butlerlabs.sim.cluster.control.ClusterMember;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Creates machines, joins them to their cluster as nodes, and deletes them. */
final class MachineController {
    private static final String FINALIZER = MachineSetFactory.MACHINE_FINALIZER;
    private static final Duration JOIN_AGAIN = Duration.ofMillis(200);

    private final Optional<MachineCloneFactory> clones;

    /** @param clones creates the objects of the providers; without it, machines have none */
    MachineController(Optional<MachineCloneFactory> clones) {
        this.clones = clones;
    }

    static boolean isRunning(GenericKubernetesResource machine) {
        return UnstructuredObject.text(machine, "status", "phase")
                .filter("Running"::equals)
                .isPresent();
    }

    void reconcile(TenantNamespaceView view, ControlPlaneController planes) {
        Map<HostedCluster, List<ClusterMember>> members = new HashMap<>();
        view.list(SimulatedResourceType.CONTROL_PLANE)
                .forEach(plane -> planes.find(UnstructuredObject.namespace(plane), UnstructuredObject.name(plane))
                        .ifPresent(cluster -> members.put(cluster, new ArrayList<>())));
        view.list(SimulatedResourceType.MACHINE).stream()
                .sorted(Comparator.comparing(UnstructuredObject::key))
                .forEach(machine -> reconcile(view, machine, planes)
                        .ifPresent(cluster -> members.computeIfAbsent(cluster, key -> new ArrayList<>())
                                .add(member(machine))));
        members.forEach(HostedCluster::follow);
    }

    /**
     * Reconciles a machine.
     *
     * @return the cluster that the machine is a node of
     */
    private Optional<HostedCluster> reconcile(
            TenantNamespaceView view, GenericKubernetesResource machine, ControlPlaneController planes) {
        if (machine.isMarkedForDeletion()) {
            end(view, machine, planes);
            return Optional.empty();
        }
        clones.ifPresent(factory -> factory.create(view, machine));
        Optional<HostedCluster> hosted =
                planes.find(UnstructuredObject.namespace(machine), MachineSetFactory.clusterName(machine));
        boolean possible = view.cluster(machine)
                .filter(cluster -> UnstructuredObject.truth(
                                cluster, "status", "initialization", "infrastructureProvisioned")
                        && UnstructuredObject.truth(cluster, "status", "initialization", "controlPlaneInitialized"))
                .isPresent();
        if (!possible || !(isRunning(machine) || mayJoin(view, machine, planes))) {
            report(view, machine, false);
            return Optional.empty();
        }
        if (view.waits()
                .lasted(
                        "boot of " + machine.getMetadata().getUid(),
                        view.delays().machine())) {
            boot(view, machine);
        }
        return isRunning(machine) ? hosted : Optional.empty();
    }

    private void end(TenantNamespaceView view, GenericKubernetesResource machine, ControlPlaneController planes) {
        if (view.waits()
                .lasted(
                        "end of " + machine.getMetadata().getUid(),
                        view.delays().machine())) {
            planes.find(UnstructuredObject.namespace(machine), MachineSetFactory.clusterName(machine))
                    .ifPresent(hosted -> hosted.deleteNode(UnstructuredObject.name(machine)));
            clones.filter(factory -> UnstructuredObject.isHeld(machine, FINALIZER))
                    .ifPresent(factory -> factory.delete(view, machine));
            view.store()
                    .edit(SimulatedResourceType.MACHINE, machine, copy -> UnstructuredObject.release(copy, FINALIZER));
        }
    }

    /** Sets the fields of the spec that the machine controller takes from the other objects, then the status. */
    private void boot(TenantNamespaceView view, GenericKubernetesResource machine) {
        if (UnstructuredObject.text(machine, "spec", "providerID").isEmpty()) {
            clones.ifPresent(factory -> factory.ready(view, machine));
            view.store().edit(SimulatedResourceType.MACHINE, machine, MachineController::complete);
        } else {
            report(view, machine, true);
        }
    }

    private static void complete(GenericKubernetesResource machine) {
        UnstructuredObject.put(machine, "providerID", "simulated://" + UnstructuredObject.name(machine));
        Map<String, Object> bootstrap = new TreeMap<>();
        if (machine.get("spec", "bootstrap") instanceof Map<?, ?> fields) {
            fields.forEach((field, value) -> bootstrap.put(String.valueOf(field), value));
        }
        bootstrap.put("dataSecretName", MachineCloneFactory.dataSecret(machine));
        UnstructuredObject.put(machine, "bootstrap", bootstrap);
    }

    private static void report(TenantNamespaceView view, GenericKubernetesResource machine, boolean running) {
        ClusterApiConditions conditions = new ClusterApiConditions(machine, Instant.now())
                .with("Available", running, "Available", "NotAvailable")
                .with("Ready", running, "Ready", "NotReady")
                .with("UpToDate", true, "UpToDate", "NotUpToDate")
                .with("BootstrapConfigReady", running, "Ready", "NotReady")
                .with("InfrastructureReady", running, "Ready", "NotReady")
                .with("NodeHealthy", running, "NodeHealthy", "InspectionFailed")
                .with("NodeReady", running, "NodeReady", "InspectionFailed")
                .with("Deleting", false, "Deleting", "NotDeleting")
                .with("Paused", false, "Paused", "NotPaused")
                .withDeprecated("Ready", running, "WaitingForInfrastructure")
                .withDeprecated("BootstrapReady", running, "WaitingForDataSecret")
                .withDeprecated("InfrastructureReady", running, "WaitingForInfrastructure")
                .withDeprecated("NodeHealthy", running, "WaitingForNodeRef");
        Map<String, Object> status = new TreeMap<>();
        status.put("observedGeneration", machine.getMetadata().getGeneration().intValue());
        status.put("phase", running ? "Running" : "Pending");
        status.put("conditions", conditions.current());
        status.put("deprecated", conditions.deprecated(Map.of()));
        if (running) {
            status.put("nodeRef", Map.of("name", UnstructuredObject.name(machine)));
            status.put("initialization", Map.of("bootstrapDataSecretCreated", true, "infrastructureProvisioned", true));
        }
        view.store().status(SimulatedResourceType.MACHINE, machine, status);
    }

    /**
     * Returns whether a machine may join. kubeadm requirements are always met; Talos requirements are checked
     * periodically.
     */
    private static boolean mayJoin(
            TenantNamespaceView view, GenericKubernetesResource machine, ControlPlaneController planes) {
        boolean talos = UnstructuredObject.text(machine, "spec", "bootstrap", "configRef", "kind")
                .filter("TalosConfig"::equals)
                .isPresent();
        String cluster = UnstructuredObject.text(machine, "spec", "clusterName").orElse("");
        boolean may = !talos
                || planes.find(UnstructuredObject.namespace(machine), cluster)
                        .filter(hosted -> TalosTrustFactory.letsIn(view, cluster, hosted))
                        .isPresent();
        if (!may) {
            view.waits().checkAgainIn(JOIN_AGAIN);
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
