package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestStatus;
import dev.butlerlabs.core.bootstrap.plan.ManagementClusterPlan.PlannedMachine;
import dev.butlerlabs.core.bootstrap.step.RecoveryRecord.Target;
import dev.butlerlabs.core.bootstrap.step.TalosNodeConnector.NodeClient;
import dev.butlerlabs.core.etcd.SnapshotSource;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;

/**
 * Starts etcd from a snapshot, on exactly one machine. The machine is recorded before it receives the snapshot. If it is lost afterwards, other
 * machines may have joined it and have newer data, so that no other machine is used instead.
 */
final class RecoveredEtcdSource implements EtcdSource {
    private final KubernetesClient engine;
    private final SnapshotSource snapshot;

    RecoveredEtcdSource(KubernetesClient engine, SnapshotSource snapshot) {
        this.engine = engine;
        this.snapshot = snapshot;
    }

    @Override
    public Optional<StepResult> prepare(BootstrapReconcileContext scope, PlannedMachine machine) {
        RecoveryRecord record = RecoveryRecord.of(engine, scope);
        Target current = new Target(machine.name(), providerId(scope, machine));
        Optional<Target> decided = record.read().target();
        if (decided.isEmpty()) {
            record.recoverOn(current);
            return Optional.empty();
        }
        return decided.filter(target -> !target.equals(current)).map(target -> lost(target, current));
    }

    private static String providerId(BootstrapReconcileContext scope, PlannedMachine machine) {
        return Optional.ofNullable(scope.machines().get(machine.name()))
                .map(MachineRequest::getStatus)
                .map(MachineRequestStatus::providerID)
                .orElse("");
    }

    private static StepResult lost(Target decided, Target current) {
        return StepResult.failed(
                "RecoveredMachineLost",
                "etcd was recovered on %s (%s), which was replaced by %s (%s). Rerun the command with --start-over to recover the cluster again."
                        .formatted(decided.machine(), decided.providerId(), current.machine(), current.providerId()));
    }

    /** Does nothing if etcd is starting: a repeated upload would replace the file that it reads. */
    @Override
    public void start(NodeClient client) {
        if (!client.runsEtcd()) {
            client.uploadSnapshot(snapshot);
            client.recoverEtcd();
        }
    }
}
