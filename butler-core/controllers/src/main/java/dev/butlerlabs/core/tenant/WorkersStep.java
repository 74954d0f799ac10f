package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.tenant.render.RenderedTenantObjects;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Applies the workers, reports their state, and deletes templates that no machine uses. */
final class WorkersStep {
    private final DynamicResourceClient parts;
    private final PollIntervals patience;
    /** The nodes of each tenant namespace. */
    private final Map<String, NodeList> nodes = new ConcurrentHashMap<>();
    /** The templates of each tenant namespace that are in use; the others were deleted. */
    private final Map<String, List<String>> pruned = new ConcurrentHashMap<>();

    /** @param version the version of the MachineDeployment; its status changes whenever the node of a Machine becomes ready */
    private record NodeList(String version, List<String> names) {}

    WorkersStep(DynamicResourceClient parts, PollIntervals patience) {
        this.parts = parts;
        this.patience = patience;
        parts.onForget(nodes::remove);
        parts.onForget(pruned::remove);
    }

    StepResult run(TenantReconcileContext scope) {
        RenderedTenantObjects wanted = scope.wanted();
        parts.ensureApplied(wanted.bootstrapTemplate());
        parts.ensureApplied(wanted.machineTemplate());
        GenericKubernetesResource workers = parts.apply(wanted.workers());
        scope.sawWorkers(workers);
        scope.sawNodes(nodes(scope, workers));
        if (UnstructuredFields.text(workers, "status", "phase")
                .filter("Failed"::equals)
                .isPresent()) {
            return StepResult.failed(
                    "WorkersFailed",
                    "Cluster API reports that the workers failed. Check the Machines in the tenant namespace.");
        }
        return isComplete(workers) ? complete(scope, wanted, workers) : awaited(workers);
    }

    private static boolean isComplete(GenericKubernetesResource workers) {
        int wanted = UnstructuredFields.number(workers, "spec", "replicas");
        return UnstructuredFields.isCurrent(workers)
                && UnstructuredFields.number(workers, "status", "replicas") == wanted
                && UnstructuredFields.number(workers, "status", "updatedReplicas") == wanted
                && UnstructuredFields.number(workers, "status", "readyReplicas") == wanted;
    }

    private StepResult awaited(GenericKubernetesResource workers) {
        int wanted = UnstructuredFields.number(workers, "spec", "replicas");
        int updated = UnstructuredFields.number(workers, "status", "updatedReplicas");
        int present = UnstructuredFields.number(workers, "status", "replicas");
        int ready = UnstructuredFields.number(workers, "status", "readyReplicas");
        return StepResult.waiting(
                present > updated ? "WorkersRolling" : "WorkersProvisioning",
                present > updated
                        ? "%d/%d workers updated%s, %d/%d ready."
                                .formatted(updated, wanted, version(workers), ready, wanted)
                        : "%d/%d workers ready.".formatted(ready, wanted),
                patience.forChange());
    }

    private static String version(GenericKubernetesResource workers) {
        return UnstructuredFields.text(workers, "spec", "template", "spec", "version")
                .map(" (Kubernetes %s)"::formatted)
                .orElse("");
    }

    private StepResult complete(
            TenantReconcileContext scope, RenderedTenantObjects wanted, GenericKubernetesResource workers) {
        List<String> templates =
                List.of(template(wanted.bootstrapTemplate()), template(wanted.machineTemplate()), uid(workers));
        if (!templates.equals(pruned.get(scope.namespace()))) {
            prune(scope, wanted.bootstrapTemplate());
            prune(scope, wanted.machineTemplate());
            pruned.put(scope.namespace(), templates);
        }
        return StepResult.done(
                "WorkersReady",
                CountFormatter.are(UnstructuredFields.number(workers, "spec", "replicas"), "worker") + " ready.");
    }

    private void prune(TenantReconcileContext scope, GenericKubernetesResource current) {
        parts
                .list(
                        new TenantResourceType(current.getApiVersion(), current.getKind()),
                        scope.namespace(),
                        ours(scope))
                .stream()
                .filter(template -> !template.getMetadata()
                        .getName()
                        .equals(current.getMetadata().getName()))
                .filter(template -> !template.isMarkedForDeletion())
                .forEach(parts::delete);
    }

    private static Map<String, String> ours(TenantReconcileContext scope) {
        return Map.of(Labels.MANAGED_BY, "butler", Labels.SOURCE_NAME, scope.name());
    }

    private static String template(GenericKubernetesResource template) {
        return template.getKind() + "/" + template.getMetadata().getName();
    }

    private static String uid(GenericKubernetesResource workers) {
        return String.valueOf(workers.getMetadata().getUid());
    }

    /** Lists the Machines only if the MachineDeployment has changed, since its status changes with them. */
    private List<String> nodes(TenantReconcileContext scope, GenericKubernetesResource workers) {
        String version = uid(workers) + "/" + workers.getMetadata().getResourceVersion();
        NodeList known = nodes.get(scope.namespace());
        if (known == null || !known.version().equals(version)) {
            known = new NodeList(version, list(scope));
            nodes.put(scope.namespace(), known);
        }
        return known.names();
    }

    private List<String> list(TenantReconcileContext scope) {
        return parts
                .list(
                        TenantResourceType.MACHINE,
                        scope.namespace(),
                        Map.of("cluster.x-k8s.io/cluster-name", scope.name()))
                .stream()
                .map(machine -> UnstructuredFields.text(machine, "status", "nodeRef", "name"))
                .flatMap(Optional::stream)
                .sorted()
                .toList();
    }
}
