package dev.butlerlabs.core.reconcile;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.UndecodableObject;
import dev.butlerlabs.core.reconcile.ReconcileOutcome.Stop;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the steps of a reconciliation for the Java Operator SDK: writes the status once, records events, and returns when to run again. */
class StepReconciler<R extends CustomResource<?, S>, S, C> implements Reconciler<R> {
    private static final Logger LOG = LoggerFactory.getLogger(StepReconciler.class);
    static final Duration SOON = Duration.ofMillis(100);

    private final ReconcilerDefinition<R, S, C> reconciliation;
    private final ReconcilerHostOptions options;
    private final EventRecorder events;
    private final BooleanSupplier active;
    private final ReconcileSlots slots;
    private final FailureCounter attempts = new FailureCounter();
    private final Steps<C> steps;
    private final WatchSources<R> watches;
    private RecreatedObjectTracker<R> successors;
    private volatile Optional<IndexerResourceCache<R>> cache = Optional.empty();

    StepReconciler(
            ReconcilerDefinition<R, S, C> reconciliation,
            ReconcilerHostOptions options,
            EventRecorder events,
            BooleanSupplier active,
            ReconcileSlots slots) {
        this.reconciliation = reconciliation;
        this.options = options;
        this.events = events;
        this.active = active;
        this.slots = slots;
        this.steps = new Steps<>(reconciliation.steps());
        this.watches = new WatchSources<>(reconciliation, options.namespaceFilter());
    }

    final ReconcilerDefinition<R, S, C> reconciliation() {
        return reconciliation;
    }

    @Override
    public final UpdateControl<R> reconcile(R resource, Context<R> context) {
        if (context.isPrimaryResourceDeleted()) {
            attempts.forget(uid(resource));
            successors.sawGone(resource);
            return UpdateControl.noUpdate();
        }
        successors.sawAlive(resource);
        if (!isIncluded(resource)) {
            attempts.forget(uid(resource));
            return UpdateControl.noUpdate();
        }
        return UndecodableObject.of(resource)
                .map(undecodable -> setAside(resource, undecodable))
                .orElseGet(() -> actUnlessForeign(resource, context));
    }

    /**
     * Leaves an object unchanged whose fields cannot be read. Neither the steps nor the cleanup can run; the update that corrects it
     * triggers the next reconciliation.
     */
    private UpdateControl<R> setAside(R resource, UndecodableObject undecodable) {
        LOG.warn("{}; it is not reconciled", undecodable);
        if (isActive(resource)) {
            events.record(
                    resource,
                    EventType.WARNING,
                    "Undecodable",
                    "The object cannot be read and is not reconciled: " + undecodable.problem());
        }
        return UpdateControl.noUpdate();
    }

    private UpdateControl<R> actUnlessForeign(R resource, Context<R> context) {
        ReconcileFilter concern = reconciliation.concern(resource);
        return concern == ReconcileFilter.FOREIGN ? UpdateControl.noUpdate() : actInTurn(resource, context);
    }

    private UpdateControl<R> actInTurn(R resource, Context<R> context) {
        String namespace = IncludedNamespaceEvents.namespace(resource);
        return slots.run(
                namespace,
                () -> options.namespaceFilter()
                        .run(namespace, () -> actOnLatest(resource, context), UpdateControl::<R>noUpdate),
                () -> later(SOON));
    }

    private UpdateControl<R> actOnLatest(R resource, Context<R> context) {
        R latest = latest(resource);
        ReconcileFilter concern = reconciliation.concern(latest);
        return concern == ReconcileFilter.FOREIGN ? UpdateControl.noUpdate() : act(latest, context, concern);
    }

    /** The object may have changed while it waited for its turn. */
    private R latest(R resource) {
        return cache.flatMap(objects -> objects.get(ResourceID.fromResource(resource)))
                .filter(stored -> !Objects.equals(
                        stored.getMetadata().getResourceVersion(),
                        resource.getMetadata().getResourceVersion()))
                .filter(stored -> UndecodableObject.of(stored).isEmpty())
                .map(CustomResourceCopier::copy)
                .orElse(resource);
    }

    /** Reconciles an object unless another controller is responsible. */
    UpdateControl<R> act(R resource, Context<R> context, ReconcileFilter concern) {
        return reconciliation
                .rest(resource)
                .or(() -> run(resource, context, steps, false))
                .map(StepReconciler::<R>later)
                .orElseGet(UpdateControl::noUpdate);
    }

    static <R extends CustomResource<?, ?>> UpdateControl<R> later(Duration delay) {
        return UpdateControl.<R>noUpdate().rescheduleAfter(delay);
    }

    final boolean isActive(R resource) {
        return active.getAsBoolean() && isIncluded(resource);
    }

    private boolean isIncluded(R resource) {
        return options.namespaceFilter().includes(IncludedNamespaceEvents.namespace(resource));
    }

    /**
     * Runs the steps once.
     *
     * @return when to run again; empty if the object is deleted
     */
    final Optional<Duration> run(R resource, Context<R> context, Steps<C> list, boolean deleting) {
        if (!isActive(resource)) {
            return Optional.of(SOON);
        }
        C scope = reconciliation.scope(resource);
        ReconcileOutcome outcome = outcome(resource, scope, list, deleting);
        if (outcome.cause().filter(StepFailureClassifier::isCancellation).isPresent()) {
            return Optional.of(SOON);
        }
        outcome.cause().ifPresent(cause -> log(resource, outcome, cause));
        Optional<Duration> hindered = writeStatus(resource, scope, outcome, context);
        tell(resource, outcome);
        if (deleting && outcome.isComplete()) {
            // The final status is optional; the object is deleted even if it was not written.
            attempts.forget(uid(resource));
            return Optional.empty();
        }
        return Optional.of(hindered.orElseGet(() -> delay(resource, outcome)));
    }

    private ReconcileOutcome outcome(R resource, C scope, Steps<C> list, boolean deleting) {
        var before = reconciliation.conditions(resource);
        long generation =
                Optional.ofNullable(resource.getMetadata().getGeneration()).orElse(0L);
        var now = options.clock().instant();
        if (reconciliation.isPaused(resource)) {
            return Steps.paused(before, generation, now);
        }
        return deleting ? list.runCleanup(scope, before, generation, now) : list.run(scope, before, generation, now);
    }

    private static void log(CustomResource<?, ?> resource, ReconcileOutcome outcome, Throwable cause) {
        String step = outcome.stop().map(Stop::step).orElse("");
        if (outcome.failure().isPresent()) {
            LOG.warn("{}: step {} failed", ObjectName.of(resource), step, cause);
        } else {
            LOG.debug("{}: step {} is waiting", ObjectName.of(resource), step, cause);
        }
    }

    /**
     * Writes the status if it differs.
     *
     * @return how soon to run again if the write failed
     */
    private Optional<Duration> writeStatus(R resource, C scope, ReconcileOutcome outcome, Context<R> context) {
        S status = reconciliation.status(resource, scope, outcome);
        KubernetesSerialization serialization = context.getClient().getKubernetesSerialization();
        if (!StatusDocument.differs(resource.getStatus(), status, serialization)) {
            return Optional.empty();
        }
        try {
            context.resourceOperations().serverSideApplyPrimaryStatus(StatusDocument.of(resource, status));
            return Optional.empty();
        } catch (RuntimeException e) {
            return afterUnwrittenStatus(resource, e);
        }
    }

    /** The steps are idempotent, so the next run writes a status that was not written. */
    private Optional<Duration> afterUnwrittenStatus(R resource, RuntimeException failure) {
        ButlerException told = KubeErrorMapper.translate("writing the status of " + ObjectName.of(resource), failure);
        LOG.debug("{}", told.getMessage());
        return switch (told.kind()) {
            case NOT_FOUND -> Optional.empty();
            case CONFLICT -> Optional.of(SOON);
            case UNREACHABLE, TIMEOUT, CANCELLED -> Optional.of(backoff(resource));
            case INTERNAL, USAGE, INVALID, DENIED, PROVIDER, ENVIRONMENT, DEGRADED -> throw told;
        };
    }

    /** Records failures each time, which increases their count, and progress once. */
    private void tell(R resource, ReconcileOutcome outcome) {
        var before = reconciliation.conditions(resource);
        List<StepEvent> all = StepEvent.between(before, outcome);
        for (StepEvent event : reconciliation.combinesEvents() ? StepEvent.combined(all) : all) {
            events.record(resource, event.type(), event.reason(), event.message());
        }
    }

    private Duration delay(R resource, ReconcileOutcome outcome) {
        StepResult result = outcome.stop().map(Stop::result).orElse(StepResult.done());
        if (result instanceof StepResult.Waiting waiting && waiting.retryIn().isEmpty()) {
            return backoff(resource);
        }
        attempts.forget(uid(resource));
        return switch (result) {
            case StepResult.Waiting waiting -> waiting.retryIn().orElseThrow();
            case StepResult.Failed failed -> reconciliation.failedRecheck().orElse(options.failedRecheck());
            case StepResult.Done done -> ResyncSpread.interval(uid(resource), reconciliation.resync());
        };
    }

    private Duration backoff(R resource) {
        return options.retries().delay(attempts.next(uid(resource)));
    }

    private static String uid(CustomResource<?, ?> resource) {
        return String.valueOf(resource.getMetadata().getUid());
    }

    @Override
    public List<EventSource<?, R>> prepareEventSources(EventSourceContext<R> context) {
        List<EventSource<?, R>> sources = new ArrayList<>();
        successors = new RecreatedObjectTracker<>(context.getPrimaryCache());
        cache = Optional.of(context.getPrimaryCache());
        sources.add(successors);
        if (options.namespaceFilter() != NamespaceFilter.all()) {
            sources.add(new IncludedNamespaceEvents<>(options.namespaceFilter(), context.getPrimaryCache()));
        }
        sources.addAll(watches.prepare(context));
        return sources;
    }

    /** Returns how many of the reconciled objects are skipped because they cannot be decoded. */
    final long undecodable() {
        return cache.stream()
                .flatMap(objects ->
                        objects.list(object -> UndecodableObject.of(object).isPresent()))
                .count();
    }

    final WatchSources<R> watches() {
        return watches;
    }
}
