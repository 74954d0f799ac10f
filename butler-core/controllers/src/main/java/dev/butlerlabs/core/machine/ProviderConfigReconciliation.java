package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.Finalizers;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigStatus;
import dev.butlerlabs.core.api.ProviderConfigStatusBuilder;
import dev.butlerlabs.core.boundary.ProviderAccessPolicy;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.provider.Providers;
import dev.butlerlabs.core.reconcile.Concern;
import dev.butlerlabs.core.reconcile.Outcome;
import dev.butlerlabs.core.reconcile.Reconciliation;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.reconcile.Watch;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Validates each ProviderConfig periodically, reports whether it is usable, and blocks its deletion while it is in use. */
final class ProviderConfigReconciliation implements Reconciliation<ProviderConfig, ProviderConfigStatus, ConfigScope> {
    private static final String VALIDATED = "Validated";
    private static final String UNUSED = "Unused";

    private final Providers providers;
    private final ProviderDoor door;
    private final ProviderUses uses;

    ProviderConfigReconciliation(
            KubernetesClient client,
            ProviderSessions sessions,
            ProviderAccessPolicy access,
            Providers providers,
            MachineOptions options) {
        this.providers = providers;
        this.door = new ProviderDoor(sessions, access, options);
        this.uses = new ProviderUses(client);
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
    public Concern concern(ProviderConfig config) {
        if (providers.find(config.getSpec().provider()).isEmpty()) {
            return Concern.FOREIGN;
        }
        door.heard(config);
        return Concern.OURS;
    }

    @Override
    public ConfigScope scope(ProviderConfig config) {
        return new ConfigScope(config);
    }

    @Override
    public List<Step<ConfigScope>> steps() {
        return List.of(
                Step.of("CredentialsValid", scope -> door.enterToValidate(scope)),
                Step.of(VALIDATED, scope -> door.guarded(scope, ProviderStatuses.FAILED, () -> validate(scope))));
    }

    private static StepResult validate(ConfigScope scope) {
        ProviderVerdict verdict = scope.ask(ProviderVerdict::of);
        scope.judged(verdict);
        return verdict.isGood()
                ? StepResult.done(
                        ProviderStatuses.SUCCEEDED,
                        "%s %s is reachable and all checks passed."
                                .formatted(scope.session().profile().title(), verdict.version()))
                : StepResult.failed(ProviderStatuses.FAILED, String.join(" ", verdict.failures()));
    }

    @Override
    public Optional<Cleanup<ConfigScope>> cleanup() {
        return Optional.of(new Cleanup<>(Finalizers.PROVIDER_CONFIG, List.of(Step.of(UNUSED, this::awaitDisuse))));
    }

    private StepResult awaitDisuse(ConfigScope scope) {
        List<String> users = uses.of(scope.config());
        if (users.isEmpty()) {
            door.forget(ObjectName.from(scope.providerConfig()), scope.config());
            return StepResult.done("Unused", "This ProviderConfig is not in use.");
        }
        return StepResult.waiting(
                "InUse", ProviderUses.sentence(users), door.options().patientPoll());
    }

    @Override
    public List<Condition> conditions(ProviderConfig config) {
        return Optional.ofNullable(config.getStatus())
                .map(ProviderConfigStatus::conditions)
                .orElse(List.of());
    }

    @Override
    public ProviderConfigStatus status(ProviderConfig config, ConfigScope scope, Outcome outcome) {
        ProviderConfigStatus before = scope.before()
                .orElseGet(() -> ProviderConfigStatusBuilder.builder().build());
        if (outcome.stage() == Outcome.Stage.DELETING) {
            return ProviderConfigStatusBuilder.builder(before)
                    .conditions(outcome.conditions())
                    .build();
        }
        return ProviderStatuses.judged(
                before,
                outcome.stage() == Outcome.Stage.READY,
                isVerdict(outcome),
                scope.verdict(),
                outcome.time(),
                outcome.conditions());
    }

    /** Returns whether the outcome is about settings and credentials. A transient failure is not. */
    private static boolean isVerdict(Outcome outcome) {
        return outcome.stage() != Outcome.Stage.PROGRESSING;
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
