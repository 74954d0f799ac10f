package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.boundary.PolicyViolation;
import dev.butlerlabs.core.boundary.ProviderAccessPolicy;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.provider.FailureClassifier;
import dev.butlerlabs.core.reconcile.ReconcileFilter;
import dev.butlerlabs.core.reconcile.SpecChanges;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.reconcile.Watch;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Connects objects of one type to their infrastructures: decides which objects are reconciled here, opens the connection, and classifies
 * failures. Thread-safe.
 */
final class ProviderConnector {
    static final String STEP = "ProviderReady";

    private final ProviderConnectionCache sessions;
    private final ProviderAccessPolicy access;
    private final MachineOptions options;
    /** The objects that use each ProviderConfig, which are reconciled when it changes. */
    private final Map<ObjectName, Set<ObjectName>> dependents = new ConcurrentHashMap<>();

    private final SpecChanges changes = new SpecChanges();

    ProviderConnector(ProviderConnectionCache sessions, ProviderAccessPolicy access, MachineOptions options) {
        this.sessions = sessions;
        this.access = access;
        this.options = options;
    }

    MachineOptions options() {
        return options;
    }

    /** Returns whether an object is reconciled here. Objects that must not use their ProviderConfig get a condition and no finalizer. */
    ReconcileFilter concern(ObjectName object, ProviderReconcileContext scope) {
        if (scope.refusedReference().isPresent()) {
            return ReconcileFilter.UNDECIDED;
        }
        dependents
                .computeIfAbsent(scope.config(), name -> ConcurrentHashMap.newKeySet())
                .add(object);
        return switch (sessions.open(scope.config())) {
            case ConnectionResult.Open open ->
                refusedScope(scope, open).isPresent() ? ReconcileFilter.UNDECIDED : ReconcileFilter.OURS;
            case ConnectionResult.Refused refused -> ReconcileFilter.UNDECIDED;
            case ConnectionResult.Unusable unusable -> ReconcileFilter.OURS;
            case ConnectionResult.Unknown unknown -> ReconcileFilter.UNDECIDED;
            case ConnectionResult.Foreign foreign -> ReconcileFilter.FOREIGN;
        };
    }

    /** Stops reconciling a deleted object on changes of its ProviderConfig. */
    void forget(ObjectName object, ObjectName config) {
        Optional.ofNullable(dependents.get(config)).ifPresent(waiting -> waiting.remove(object));
    }

    private Optional<PolicyViolation> refusedScope(ProviderReconcileContext scope, ConnectionResult.Open open) {
        return access.checkScope(scope.namespace(), scope.config(), open.onlyTeam());
    }

    /** Opens the connection. Waits if something is missing; fails if the object must not use the ProviderConfig. */
    StepResult enter(ProviderReconcileContext scope, String whenMissing) {
        return enter(scope, whenMissing, open -> refusedScope(scope, open));
    }

    /**
     * Opens the connection for a deletion. Resources created before the ProviderConfig was limited to another team can still be deleted.
     */
    StepResult enterToRemove(ProviderReconcileContext scope, String whenMissing) {
        return enter(scope, whenMissing, open -> Optional.empty());
    }

    /** Opens the connection for validating the ProviderConfig itself, whose team does not matter. */
    StepResult enterToValidate(ProviderConfigReconcileContext scope) {
        return enter(scope, "", open -> Optional.empty());
    }

    private StepResult enter(
            ProviderReconcileContext scope,
            String whenMissing,
            Function<ConnectionResult.Open, Optional<PolicyViolation>> refusedScope) {
        Optional<PolicyViolation> refusedReference = scope.refusedReference();
        if (refusedReference.isPresent()) {
            return refused(refusedReference.get(), whenMissing);
        }
        return switch (sessions.open(scope.config())) {
            case ConnectionResult.Open open ->
                refusedScope
                        .apply(open)
                        .map(refusal -> refused(refusal, whenMissing))
                        .orElseGet(() -> {
                            scope.enter(open.session());
                            return StepResult.done();
                        });
            case ConnectionResult.Refused(PolicyViolation refusal) -> refused(refusal, whenMissing);
            case ConnectionResult.Unusable(String reason, String message) -> awaited(reason, message, whenMissing);
            case ConnectionResult.Unknown(String reason, String message) -> awaited(reason, message, whenMissing);
            case ConnectionResult.Foreign(String provider) ->
                awaited(
                        "ProviderNotInstalled",
                        "ProviderConfig %s uses provider %s, which is not installed."
                                .formatted(scope.config(), provider),
                        whenMissing);
        };
    }

    private static StepResult refused(PolicyViolation refusal, String whenMissing) {
        return StepResult.failed(refusal.reason(), (refusal.message() + " " + whenMissing).strip());
    }

    private StepResult awaited(String reason, String message, String whenMissing) {
        return StepResult.waiting(reason, (message + " " + whenMissing).strip(), options.failedRecheck());
    }

    /**
     * Runs a step that calls the infrastructure. A transient failure is rethrown for a retry; a permanent one fails the step with its
     * message.
     */
    StepResult guarded(ProviderReconcileContext scope, String reason, Supplier<StepResult> body) {
        try {
            return body.get();
        } catch (ButlerException e) {
            if (FailureClassifier.of(e) == FailureClassifier.PASSING) {
                throw e;
            }
            scope.fail(FailureMessages.word(e.code()), FailureMessages.whole(e));
            return StepResult.failed(reason, FailureMessages.whole(e));
        }
    }

    /** Updates the cached ProviderConfig from its own reconciliation, which may be ahead of the watch. */
    void heard(ProviderConfig config) {
        ObjectName name = ObjectName.from(config);
        dependents.computeIfAbsent(name, key -> ConcurrentHashMap.newKeySet()).add(name);
        sessions.heard(config);
    }

    Watch<ProviderConfig> configWatch() {
        return new Watch<>(ProviderConfig.class, Optional.empty(), this::concernedBy);
    }

    Watch<Secret> secretWatch() {
        return new Watch<>(Secret.class, Optional.empty(), this::concernedBy);
    }

    /** Ignores status updates of a ProviderConfig, which are frequent; only a changed spec matters to its users. */
    private Set<ObjectName> concernedBy(ProviderConfig config) {
        if (!changes.isChange(config)) {
            return Set.of();
        }
        sessions.heard(config);
        return dependents(ObjectName.from(config));
    }

    private Set<ObjectName> concernedBy(Secret secret) {
        return sessions.heard(secret).stream()
                .flatMap(config -> dependents(config).stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    private Set<ObjectName> dependents(ObjectName config) {
        return new HashSet<>(dependents.getOrDefault(config, Set.of()));
    }
}
