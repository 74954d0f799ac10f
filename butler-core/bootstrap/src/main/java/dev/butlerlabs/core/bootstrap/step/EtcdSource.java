package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.bootstrap.plan.ManagementClusterPlan.PlannedMachine;
import dev.butlerlabs.core.bootstrap.step.TalosNodeConnector.NodeClient;
import dev.butlerlabs.core.reconcile.StepResult;
import java.util.Optional;

/** The content with which etcd of a cluster starts. */
interface EtcdSource {
    /** An etcd without content. */
    EtcdSource EMPTY = new EtcdSource() {
        @Override
        public Optional<StepResult> prepare(BootstrapReconcileContext scope, PlannedMachine machine) {
            return Optional.empty();
        }

        @Override
        public void start(NodeClient client) {
            client.bootstrapEtcd();
        }
    };

    /**
     * Records that etcd starts on a machine. Idempotent.
     *
     * @return the result of the step if etcd must not start there
     */
    Optional<StepResult> prepare(BootstrapReconcileContext scope, PlannedMachine machine);

    /** Starts etcd; fails with {@code CONFLICT} if the machine has data of etcd. */
    void start(NodeClient client);
}
