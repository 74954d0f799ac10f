package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The steps of a restore after the machines are configured. The resources of the cluster are updated as soon as its API answers: until then its
 * controllers have the addresses of the old machines.
 */
final class RecoverySteps {
    private final KubernetesClient engine;
    private final EtcdStep etcd;
    private final MachineResetStep reset;
    /** The resource versions of the machine requests that were copied last, by name. */
    private volatile Map<String, String> updated = Map.of();

    RecoverySteps(
            KubernetesClient engine,
            TalosNodeConnector.Factory talos,
            BootstrapOptions options,
            ClusterRecovery recovery) {
        this.engine = engine;
        this.etcd = new EtcdStep(talos, options, new RecoveredEtcdSource(engine, recovery.snapshot()));
        this.reset = new MachineResetStep(engine, talos, options, recovery.endpoint());
    }

    List<Step<BootstrapReconcileContext>> after(KubeconfigStep kubeconfig, NewClusterSteps inside) {
        // The CRDs are part of the snapshot.
        PivotStep resources = new PivotStep(engine, inside, _ -> {});
        return List.of(
                Step.of(StepNames.RESET, reset::run),
                Step.of(StepNames.ETCD, etcd::run),
                Step.of(StepNames.ACCESS, kubeconfig::renew),
                Step.of(StepNames.API, inside::awaitApi),
                Step.of(StepNames.RESOURCES, scope -> update(scope, resources)),
                Step.of(StepNames.ADDONS, inside::installAddons),
                Step.of(StepNames.NODES, scope -> awaitNodes(scope, inside)));
    }

    /** Updates once for every change of the machines: afterwards, the controllers of the cluster manage the resources. */
    private StepResult update(BootstrapReconcileContext scope, PivotStep resources) {
        Map<String, String> current = scope.machines().values().stream()
                .collect(Collectors.toMap(
                        request -> request.getMetadata().getName(),
                        request -> request.getMetadata().getResourceVersion()));
        if (!current.equals(updated)) {
            StepResult result = resources.run(scope);
            if (!(result instanceof StepResult.Done)) {
                return result;
            }
            updated = current;
        }
        return StepResult.done(
                "%d machine requests and their related resources match the machines.".formatted(current.size()));
    }

    private StepResult awaitNodes(BootstrapReconcileContext scope, NewClusterSteps inside) {
        StepResult nodes = BootstrapReconciler.awaitNodes(scope, inside, etcd);
        return nodes instanceof StepResult.Done ? inside.inside(scope, StaleNodeCleanup::delete) : nodes;
    }
}
