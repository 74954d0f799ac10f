package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.Finalizers;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigStatus;
import dev.butlerlabs.core.api.ProviderConfigStatusBuilder;
import dev.butlerlabs.core.boundary.ProviderAccessPolicy;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.reconcile.ReconcileFilter;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.reconcile.Watch;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Validates each ProviderConfig periodically, reports whether it is usable, and blocks its deletion while it is in use. */
final class ProviderConfigReconciler
        implements ReconcilerDefinition<ProviderConfig, ProviderConfigStatus, ProviderConfigReconcileContext> {
    private static final String VALIDATED = "Validated";
    private static final String UNUSED = "Unused";

    private final ProviderRegistry providers;
    private final ProviderConnector door;
    private final ProviderUsageFinder uses;

    ProviderConfigReconciler(
            KubernetesClient client,
            ProviderConnectionCache sessions,
            ProviderAccessPolicy access,
            ProviderRegistry providers,
            MachineOptions options) {
        this.providers = providers;
        this.door = new ProviderConnector(sessions, access, options);
        this.uses = new ProviderUsageFinder(client);
    }

    @Override
    public String name() {
        return "provider-config";
    }

    @Override
    public Class<ProviderConfig> kind() {
        return ProviderConfig.class;
    }

    @Override
    public ReconcileFilter concern(ProviderConfig config) {
        if (providers.find(config.getSpec().provider()).isEmpty()) {
            return ReconcileFilter.FOREIGN;
        }
        door.heard(config);
        return ReconcileFilter.OURS;
    }

    @Override
    public ProviderConfigReconcileContext scope(ProviderConfig config) {
        return new ProviderConfigReconcileContext(config);
    }

    @Override
    public List<Step<ProviderConfigReconcileContext>> steps() {
        return List.of(
                Step.of("CredentialsValid", scope -> door.enterToValidate(scope)),
                Step.of(VALIDATED, scope -> door.guarded(scope, ProviderStatusRenderer.FAILED, () -> validate(scope))));
    }

    private static StepResult validate(ProviderConfigReconcileContext scope) {
        ProviderValidationResult verdict = scope.ask(ProviderValidationResult::of);
        scope.judged(verdict);
        return verdict.isGood()
                ? StepResult.done(
                        ProviderStatusRenderer.SUCCEEDED,
                        "%s %s is reachable and all checks passed."
                                .formatted(scope.session().profile().title(), verdict.version()))
                : StepResult.failed(ProviderStatusRenderer.FAILED, String.join(" ", verdict.failures()));
    }

    @Override
    public Optional<Cleanup<ProviderConfigReconcileContext>> cleanup() {
        return Optional.of(new Cleanup<>(Finalizers.PROVIDER_CONFIG, List.of(Step.of(UNUSED, this::awaitDisuse))));
    }

    private StepResult awaitDisuse(ProviderConfigReconcileContext scope) {
        List<String> users = uses.of(scope.config());
        if (users.isEmpty()) {
            door.forget(ObjectName.from(scope.providerConfig()), scope.config());
            return StepResult.done("Unused", "This ProviderConfig is not in use.");
        }
        return StepResult.waiting(
                "InUse", ProviderUsageFinder.sentence(users), door.options().patientPoll());
    }

    @Override
    public List<Condition> conditions(ProviderConfig config) {
        return Optional.ofNullable(config.getStatus())
                .map(ProviderConfigStatus::conditions)
                .orElse(List.of());
    }

    @Override
    public ProviderConfigStatus status(
            ProviderConfig config, ProviderConfigReconcileContext scope, ReconcileOutcome outcome) {
        ProviderConfigStatus before = scope.before()
                .orElseGet(() -> ProviderConfigStatusBuilder.builder().build());
        if (outcome.stage() == ReconcileOutcome.Stage.DELETING) {
            return ProviderConfigStatusBuilder.builder(before)
                    .conditions(outcome.conditions())
                    .build();
        }
        return ProviderStatusRenderer.judged(
                before,
                outcome.stage() == ReconcileOutcome.Stage.READY,
                isVerdict(outcome),
                scope.verdict(),
                outcome.time(),
                outcome.conditions());
    }

    /** Returns whether the outcome is about settings and credentials. A transient failure is not. */
    private static boolean isVerdict(ReconcileOutcome outcome) {
        return outcome.stage() != ReconcileOutcome.Stage.PROGRESSING;
    }

    @Override
    public List<Watch<?>> watches() {
        return List.of(door.secretWatch());
    }

    @Override
    public Duration resync() {
        return door.options().providerProbe();
    }

    @Override
    public Optional<Duration> failedRecheck() {
        return Optional.of(door.options().failedRecheck());
    }
}
