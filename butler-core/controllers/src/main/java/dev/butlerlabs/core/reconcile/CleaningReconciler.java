package dev.butlerlabs.core.reconcile;

import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.UndecodableObject;
import io.fabric8.kubernetes.client.CustomResource;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * A step reconciler for resources with a cleanup. It manages finalizers itself: the Java Operator SDK would add one to every object of the
 * resource type, including those that other controllers reconcile.
 */
final class CleaningReconciler<R extends CustomResource<?, S>, S, C> extends StepReconciler<R, S, C> {
    private final String finalizer;
    private final Set<String> finalizers;
    private final Steps<C> cleanup;

    CleaningReconciler(
            ReconcilerDefinition<R, S, C> reconciliation,
            ReconcilerDefinition.Cleanup<C> cleanup,
            ReconcilerHostOptions options,
            EventRecorder events,
            BooleanSupplier active,
            ReconcileSlots slots) {
        super(reconciliation, options, events, active, slots);
        this.cleanup = new Steps<>(cleanup.steps());
        this.finalizer = cleanup.finalizer();
        this.finalizers = new LinkedHashSet<>(cleanup.inherited());
        finalizers.add(finalizer);
    }

    @Override
    UpdateControl<R> act(R resource, Context<R> context, ReconcileFilter concern) {
        if (resource.isMarkedForDeletion()) {
            return holds(resource) ? cleanUp(resource, context) : UpdateControl.noUpdate();
        }
        if (concern == ReconcileFilter.OURS && !resource.hasFinalizer(finalizer)) {
            return isActive(resource) ? hold(context, concern) : later(SOON);
        }
        return super.act(resource, context, concern);
    }

    private UpdateControl<R> hold(Context<R> context, ReconcileFilter concern) {
        R held;
        try {
            held = context.resourceOperations().addFinalizer(finalizer);
        } catch (RuntimeException e) {
            if (KubeErrorMapper.isNotFound(e)) {
                return UpdateControl.noUpdate();
            }
            throw e;
        }
        // The response may contain a newer spec that cannot be decoded; its update triggers another event.
        return UndecodableObject.of(held).isPresent() ? UpdateControl.noUpdate() : super.act(held, context, concern);
    }

    private boolean holds(R resource) {
        return resource.getFinalizers().stream().anyMatch(finalizers::contains);
    }

    private UpdateControl<R> cleanUp(R resource, Context<R> context) {
        Optional<Duration> again = run(resource, context, cleanup, true);
        if (again.isEmpty()) {
            release(context);
        }
        return again.map(StepReconciler::<R>later).orElseGet(UpdateControl::noUpdate);
    }

    private void release(Context<R> context) {
        try {
            removeFinalizers(context);
        } catch (RuntimeException e) {
            // The object was deleted without its finalizers, so nothing is left to release.
            if (!KubeErrorMapper.isNotFound(e)) {
                throw e;
            }
        }
    }

    private void removeFinalizers(Context<R> context) {
        context.resourceOperations()
                .conflictRetryingPatchPrimary(
                        live -> {
                            finalizers.forEach(live::removeFinalizer);
                            return live;
                        },
                        live -> live != null && holds(live));
    }
}
