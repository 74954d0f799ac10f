package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.MachineRequestStatus;
import dev.butlerlabs.core.api.MachineRequestStatus.Phase;
import dev.butlerlabs.core.api.MachineRequestStatusBuilder;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import java.util.Optional;
import java.util.Set;

/** Renders the status of a MachineRequest. Pure functions. */
final class MachineStatusRenderer {
    /** The steps at which a reconciliation may stop without observing the machine. */
    private static final Set<String> BEFORE_THE_MACHINE = Set.of(ProviderConnector.STEP, MachineSteps.OBSERVED);

    private MachineStatusRenderer() {}

    static MachineRequestStatus render(MachineReconcileContext scope, ReconcileOutcome outcome) {
        MachineRequestStatus before = scope.before()
                .orElseGet(() -> MachineRequestStatusBuilder.builder().build());
        Phase phase = phase(scope, outcome);
        MachineRequestStatusBuilder status = MachineRequestStatusBuilder.builder(before)
                .phase(phase)
                .failureReason(null)
                .failureMessage(null)
                .observedGeneration(outcome.generation())
                .lastUpdated(outcome.time())
                .conditions(outcome.conditions());
        scope.seen().ifPresent(seen -> describe(status, seen));
        if (phase == Phase.FAILED) {
            status.failureReason(scope.failure()
                    .map(ProviderReconcileContext.Failure::reason)
                    .orElseGet(() -> reason(outcome)));
            status.failureMessage(scope.failure()
                    .map(ProviderReconcileContext.Failure::message)
                    .orElseGet(() -> message(outcome)));
        }
        return status.build();
    }

    private static String reason(ReconcileOutcome outcome) {
        return outcome.stop().map(stop -> stop.result().reason()).orElse("");
    }

    private static String message(ReconcileOutcome outcome) {
        return outcome.stop().map(stop -> stop.result().message()).orElse("");
    }

    /** Copies the observed state. Fields that are no longer observed keep their last value as evidence. */
    private static void describe(MachineRequestStatusBuilder status, MachineState seen) {
        switch (seen) {
            case MachineState.Running running -> {
                status.providerID(running.providerId());
                status.ipAddress(running.addresses().getFirst());
                status.ipAddresses(running.addresses());
                status.macAddress(running.macAddress().orElse(null));
                status.portAccess(running.portAccess().orElse(null));
            }
            case MachineState.Starting starting -> status.providerID(starting.providerId());
            case MachineState.Broken broken -> status.providerID(broken.providerId());
            case MachineState.Leaving leaving -> status.providerID(leaving.providerId());
            case MachineState.Absent absent -> {}
        }
    }

    private static Phase phase(MachineReconcileContext scope, ReconcileOutcome outcome) {
        return switch (outcome.stage()) {
            case READY -> Phase.RUNNING;
            case DELETING -> outcome.isComplete() ? Phase.DELETED : Phase.DELETING;
            case PAUSED -> scope.before().map(MachineRequestStatus::phase).orElse(Phase.PENDING);
            case PROGRESSING -> isBlind(outcome) ? lastKnown(scope, outcome) : underWay(outcome);
            case FAILED -> isBlind(outcome) && isRunning(outcome) ? Phase.RUNNING : Phase.FAILED;
        };
    }

    private static boolean isBlind(ReconcileOutcome outcome) {
        return outcome.stop()
                .filter(stop -> BEFORE_THE_MACHINE.contains(stop.step()))
                .isPresent();
    }

    /** An error while connecting to the infrastructure says nothing about the machine, so its last known phase is kept. */
    private static Phase lastKnown(MachineReconcileContext scope, ReconcileOutcome outcome) {
        if (isRunning(outcome)) {
            return Phase.RUNNING;
        }
        return scope.hasRun() ? Phase.UNKNOWN : underWay(outcome);
    }

    private static boolean isRunning(ReconcileOutcome outcome) {
        return ConditionEditor.isTrue(outcome.conditions(), MachineSteps.RUNNING);
    }

    private static Phase underWay(ReconcileOutcome outcome) {
        return Optional.of(Phase.CREATING)
                .filter(creating -> ConditionEditor.isTrue(outcome.conditions(), MachineSteps.CREATED))
                .orElse(Phase.PENDING);
    }
}
