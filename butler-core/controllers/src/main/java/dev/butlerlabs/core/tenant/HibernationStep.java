package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.tenant.change.HibernationAnnotation;
import dev.butlerlabs.core.tenant.render.RenderedTenantObjects;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Stops a cluster whose hibernation is requested: first the workers, since Cluster API drains and deletes their nodes through the API of
 * the cluster, then the control plane. Load balancer, addresses, Secrets and data store stay. It never completes while hibernation is
 * requested, so no later step connects to the cluster.
 */
final class HibernationStep {
    static final String HIBERNATED = "Hibernated";
    static final String HIBERNATING = "Hibernating";

    private final DynamicResourceClient parts;
    private final PollIntervals intervals;
    private final TenantOptions options;

    HibernationStep(DynamicResourceClient parts, PollIntervals intervals, TenantOptions options) {
        this.parts = parts;
        this.intervals = intervals;
        this.options = options;
    }

    /** Stops what still runs; empty if the cluster is awake. */
    Optional<StepResult> run(TenantReconcileContext scope) {
        return HibernationAnnotation.since(scope.cluster())
                .map(time -> stopWorkers(scope)
                        .or(() -> stopControlPlane(scope))
                        .orElseGet(() -> StepResult.waiting(
                                HIBERNATED,
                                "Hibernation was requested at %s. No worker and no control plane runs.".formatted(time),
                                intervals.forChange())));
    }

    /** Deletes the workers; empty if none is left. Talos workers that were never created need no deletion. */
    private Optional<StepResult> stopWorkers(TenantReconcileContext scope) {
        Optional<GenericKubernetesResource> workers = scope.workers().map(_ -> applyWorkers(scope.wanted()));
        workers.ifPresent(scope::sawWorkers);
        scope.sawNodes(List.of());
        int machines = parts.list(
                        TenantResourceType.MACHINE,
                        scope.namespace(),
                        Map.of("cluster.x-k8s.io/cluster-name", scope.name()))
                .size();
        if (machines > 0) {
            // Machines are not watched, and a MachineDeployment may stop counting one before it is gone.
            return Optional.of(StepResult.waiting(
                    HIBERNATING,
                    "Deleting workers: %s left.".formatted(CountFormatter.of(machines, "machine")),
                    options.recheck()));
        }
        return workers.filter(deployment -> !isEmpty(deployment))
                .map(_ -> StepResult.waiting(
                        HIBERNATING, "Waiting for Cluster API to report 0 workers.", intervals.forChange()));
    }

    private GenericKubernetesResource applyWorkers(RenderedTenantObjects wanted) {
        parts.ensureApplied(wanted.bootstrapTemplate());
        parts.ensureApplied(wanted.machineTemplate());
        return parts.apply(wanted.workers());
    }

    private static boolean isEmpty(GenericKubernetesResource workers) {
        return UnstructuredFields.isCurrent(workers) && UnstructuredFields.number(workers, "status", "replicas") == 0;
    }

    private Optional<StepResult> stopControlPlane(TenantReconcileContext scope) {
        GenericKubernetesResource plane = replicas(scope.controlPlane()) == 0
                ? scope.controlPlane()
                : parts.apply(scope.wanted().withReplicas(0, 0).controlPlane());
        int running = UnstructuredFields.number(plane, "status", "readyReplicas");
        return running == 0
                ? Optional.empty()
                : Optional.of(StepResult.waiting(
                        HIBERNATING,
                        "Stopping the control plane: %s left.".formatted(CountFormatter.of(running, "replica")),
                        intervals.forChange()));
    }

    /** Returns the requested replicas of a control plane. */
    static int replicas(GenericKubernetesResource plane) {
        return UnstructuredFields.number(plane, "spec", "replicas");
    }
}
