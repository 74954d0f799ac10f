package dev.butlerlabs.core.reconcile;

import io.fabric8.kubernetes.client.CustomResource;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** A step reconciler for kinds with a cleanup; Java Operator SDK adds the finalizer to whatever implements its Cleaner. */
final class CleaningReconciler<R extends CustomResource<?, S>, S, C> extends StepReconciler<R, S, C>
        implements Cleaner<R> {
    private final Steps<C> cleanup;

    CleaningReconciler(
            Reconciliation<R, S, C> reconciliation,
            Reconciliation.Cleanup<C> cleanup,
            HostOptions options,
            EventRecorder events,
            BooleanSupplier active) {
        super(reconciliation, options, events, active);
        this.cleanup = new Steps<>(cleanup.steps());
    }

    @Override
    public DeleteControl cleanup(R resource, Context<R> context) {
        Optional<Duration> again = run(resource, context, cleanup, true);
        return again.map(delay -> DeleteControl.noFinalizerRemoval().rescheduleAfter(delay))
                .orElseGet(DeleteControl::defaultDelete);
    }
}
