package dev.butlerlabs.sim.tenant;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Connects control plane, infrastructure and machines to a cluster, and deletes them in order. */
final class ClusterController {
    private static final String FINALIZER = "cluster.cluster.x-k8s.io";
    private static final String MANAGED_EXTERNALLY = "cluster.x-k8s.io/managed-by";

    void reconcile(TenantNamespaceView view) {
        SimulatedResourceType.INFRASTRUCTURE_CLUSTERS.forEach(kind -> infrastructures(view, kind));
        view.list(SimulatedResourceType.CLUSTER).forEach(cluster -> {
            if (cluster.isMarkedForDeletion()) {
                end(view, cluster);
            } else {
                goOn(view, cluster);
            }
        });
    }

    /** Sets the condition Paused of paused clusters and leaves the rest of their status unchanged. */
    void reportPaused(TenantNamespaceView view) {
        for (GenericKubernetesResource cluster : view.list(SimulatedResourceType.CLUSTER)) {
            if (UnstructuredObject.truth(cluster, "spec", "paused")
                    && cluster.get("status") instanceof Map<?, ?> known
                    && known.get("conditions") instanceof List<?> conditions) {
                Map<String, Object> status = new TreeMap<>();
                known.forEach((field, value) -> status.put(String.valueOf(field), value));
                List<Map<String, Object>> paused = new ClusterApiConditions(cluster, Instant.now())
                        .with("Paused", true, "Paused", "NotPaused")
                        .current();
                status.put(
                        "conditions",
                        Stream.concat(
                                        conditions.stream()
                                                .filter(one -> !(one instanceof Map<?, ?> fields)
                                                        || !"Paused".equals(fields.get("type"))),
                                        paused.stream())
                                .toList());
                view.store().status(SimulatedResourceType.CLUSTER, cluster, status);
            }
        }
    }

    /** Marks infrastructures as ready once the control plane endpoint is set. Externally managed ones are skipped. */
    private static void infrastructures(TenantNamespaceView view, SimulatedResourceType kind) {
        for (GenericKubernetesResource one : view.list(kind)) {
            boolean ours = Optional.ofNullable(one.getMetadata().getAnnotations())
                    .filter(annotations -> annotations.containsKey(MANAGED_EXTERNALLY))
                    .isEmpty();
            if (ours
                    && !one.isMarkedForDeletion()
                    && view.waits()
                            .lasted(
                                    "infrastructure " + one.getMetadata().getUid(),
                                    view.delays().infrastructure())) {
                view.store().status(kind, one, readyStatus(one));
            }
        }
    }

    /** The status of the v1beta1 contract. */
    private static Map<String, Object> readyStatus(GenericKubernetesResource infrastructure) {
        Map<String, Object> condition = new TreeMap<>();
        condition.put("type", "Ready");
        condition.put("status", "True");
        condition.put(
                "lastTransitionTime",
                infrastructure.get("status", "conditions") instanceof List<?> known
                                && known.getFirst() instanceof Map<?, ?> ready
                        ? ready.get("lastTransitionTime")
                        : Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        return Map.of("ready", true, "conditions", List.of(condition));
    }

    private static void goOn(TenantNamespaceView view, GenericKubernetesResource cluster) {
        if (!UnstructuredObject.isHeld(cluster, FINALIZER)) {
            view.store().edit(SimulatedResourceType.CLUSTER, cluster, copy -> UnstructuredObject.hold(copy, FINALIZER));
            return;
        }
        Optional<GenericKubernetesResource> plane = controlPlane(view, cluster);
        boolean prepared = infrastructure(view, cluster)
                .filter(found -> UnstructuredObject.truth(found.object(), "status", "ready"))
                .isPresent();
        boolean started = plane.filter(found -> UnstructuredObject.truth(found, "status", "ready"))
                .isPresent();
        if (!UnstructuredObject.hasEndpoint(cluster)
                && plane.filter(UnstructuredObject::hasEndpoint).isPresent()) {
            Object endpoint = plane.get().get("spec", "controlPlaneEndpoint");
            view.store()
                    .edit(
                            SimulatedResourceType.CLUSTER,
                            cluster,
                            copy -> UnstructuredObject.put(copy, "controlPlaneEndpoint", endpoint));
            return;
        }
        if (adopt(view, cluster, plane)) {
            return;
        }
        report(view, cluster, plane, prepared, started);
    }

    /** Makes the cluster the owner of its infrastructure and control plane. Returns whether an object was changed. */
    private static boolean adopt(
            TenantNamespaceView view, GenericKubernetesResource cluster, Optional<GenericKubernetesResource> plane) {
        List<Found> parts = Stream.concat(
                        infrastructure(view, cluster).stream(),
                        plane.map(found -> new Found(SimulatedResourceType.CONTROL_PLANE, found)).stream())
                .filter(part -> !UnstructuredObject.isOwned(part.object(), cluster))
                .toList();
        parts.forEach(part ->
                view.store().edit(part.kind(), part.object(), copy -> UnstructuredObject.own(copy, cluster, true)));
        return !parts.isEmpty();
    }

    private static void report(
            TenantNamespaceView view,
            GenericKubernetesResource cluster,
            Optional<GenericKubernetesResource> plane,
            boolean prepared,
            boolean started) {
        Map<String, Object> workers = workers(of(view, SimulatedResourceType.MACHINE_DEPLOYMENT, cluster));
        boolean staffed = workers.get("availableReplicas").equals(workers.get("desiredReplicas"));
        boolean current = workers.get("upToDateReplicas").equals(workers.get("replicas"));
        ClusterApiConditions conditions = new ClusterApiConditions(cluster, Instant.now())
                .with("Available", prepared && started && staffed, "Available", "NotAvailable")
                .with("RemoteConnectionProbe", started, "ProbeSucceeded", "ProbeFailed")
                .with("InfrastructureReady", prepared, "Ready", "NotReady")
                .with("ControlPlaneInitialized", started, "Initialized", "NotInitialized")
                .with("ControlPlaneAvailable", started, "Available", "NotAvailable")
                .with("WorkersAvailable", staffed, "Available", "NotAvailable")
                .with("WorkerMachinesReady", staffed, "Ready", "NotReady")
                .with("WorkerMachinesUpToDate", current, "UpToDate", "NotUpToDate")
                .with("Deleting", false, "Deleting", "NotDeleting")
                .with("Paused", false, "Paused", "NotPaused")
                .withDeprecated("Ready", prepared && started, "WaitingForControlPlane")
                .withDeprecated("ControlPlaneInitialized", started, "WaitingForControlPlaneProviderInitialized")
                .withDeprecated("ControlPlaneReady", started, "WaitingForControlPlane")
                .withDeprecated("InfrastructureReady", prepared, "WaitingForInfrastructure");
        Map<String, Object> status = new TreeMap<>();
        status.put("initialization", initialization(prepared, started));
        status.put("phase", prepared && UnstructuredObject.hasEndpoint(cluster) ? "Provisioned" : "Provisioning");
        status.put("observedGeneration", cluster.getMetadata().getGeneration().intValue());
        status.put("conditions", conditions.current());
        status.put("deprecated", conditions.deprecated(Map.of()));
        status.put("workers", workers);
        plane.ifPresent(found -> status.put("controlPlane", controlPlane(found)));
        view.store().status(SimulatedResourceType.CLUSTER, cluster, status);
    }

    private static Map<String, Object> initialization(boolean prepared, boolean started) {
        Map<String, Object> initialization = new TreeMap<>();
        if (prepared) {
            initialization.put("infrastructureProvisioned", true);
        }
        if (started) {
            initialization.put("controlPlaneInitialized", true);
        }
        return initialization;
    }

    private static Map<String, Object> workers(List<GenericKubernetesResource> deployments) {
        Map<String, Object> workers = new TreeMap<>();
        workers.put("desiredReplicas", sum(deployments, "spec", "replicas"));
        for (String field : List.of("replicas", "readyReplicas", "availableReplicas", "upToDateReplicas")) {
            workers.put(field, sum(deployments, "status", field));
        }
        return workers;
    }

    private static int sum(List<GenericKubernetesResource> deployments, String section, String field) {
        return deployments.stream()
                .mapToInt(deployment -> UnstructuredObject.number(deployment, section, field))
                .sum();
    }

    private static Map<String, Object> controlPlane(GenericKubernetesResource plane) {
        int ready = UnstructuredObject.number(plane, "status", "readyReplicas");
        Map<String, Object> fields = new TreeMap<>();
        fields.put("desiredReplicas", Math.max(1, UnstructuredObject.number(plane, "spec", "replicas")));
        fields.put("replicas", UnstructuredObject.number(plane, "status", "replicas"));
        fields.put("readyReplicas", ready);
        fields.put("availableReplicas", ready);
        fields.put("upToDateReplicas", UnstructuredObject.number(plane, "status", "updatedReplicas"));
        return fields;
    }

    /** Deletes machines first, then the control plane, then the infrastructure. */
    private static void end(TenantNamespaceView view, GenericKubernetesResource cluster) {
        List<GenericKubernetesResource> deployments = of(view, SimulatedResourceType.MACHINE_DEPLOYMENT, cluster);
        List<GenericKubernetesResource> sets = of(view, SimulatedResourceType.MACHINE_SET, cluster);
        List<GenericKubernetesResource> machines = of(view, SimulatedResourceType.MACHINE, cluster);
        if (!deployments.isEmpty() || !sets.isEmpty() || !machines.isEmpty()) {
            deployments.forEach(one -> view.store().delete(SimulatedResourceType.MACHINE_DEPLOYMENT, one));
            sets.forEach(one -> view.store().delete(SimulatedResourceType.MACHINE_SET, one));
            machines.forEach(one -> view.store().delete(SimulatedResourceType.MACHINE, one));
            return;
        }
        Optional<GenericKubernetesResource> plane = controlPlane(view, cluster);
        if (plane.isPresent()) {
            view.store().delete(SimulatedResourceType.CONTROL_PLANE, plane.get());
            return;
        }
        Optional<Found> infrastructure = infrastructure(view, cluster);
        if (infrastructure.isPresent()) {
            view.store()
                    .delete(infrastructure.get().kind(), infrastructure.get().object());
            return;
        }
        view.store().edit(SimulatedResourceType.CLUSTER, cluster, copy -> UnstructuredObject.release(copy, FINALIZER));
    }

    static List<GenericKubernetesResource> of(
            TenantNamespaceView view, SimulatedResourceType kind, GenericKubernetesResource cluster) {
        return view.list(kind).stream()
                .filter(one -> UnstructuredObject.label(one, UnstructuredObject.CLUSTER_NAME)
                        .equals(UnstructuredObject.name(cluster)))
                .toList();
    }

    private static Optional<GenericKubernetesResource> controlPlane(
            TenantNamespaceView view, GenericKubernetesResource cluster) {
        return UnstructuredObject.text(cluster, "spec", "controlPlaneRef", "name")
                .flatMap(name -> view.store()
                        .find(SimulatedResourceType.CONTROL_PLANE, UnstructuredObject.namespace(cluster), name));
    }

    private record Found(SimulatedResourceType kind, GenericKubernetesResource object) {}

    private static Optional<Found> infrastructure(TenantNamespaceView view, GenericKubernetesResource cluster) {
        String name = UnstructuredObject.text(cluster, "spec", "infrastructureRef", "name")
                .orElse("");
        return SimulatedResourceType.INFRASTRUCTURE_CLUSTERS.stream()
                .filter(kind -> UnstructuredObject.text(cluster, "spec", "infrastructureRef", "kind")
                        .filter(kind.kind()::equals)
                        .isPresent())
                .flatMap(kind -> view.store().find(kind, UnstructuredObject.namespace(cluster), name).stream()
                        .map(object -> new Found(kind, object)))
                .findFirst();
    }
}
