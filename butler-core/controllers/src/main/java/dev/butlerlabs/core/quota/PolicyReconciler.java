package dev.butlerlabs.core.quota;

import dev.butlerlabs.core.api.ClusterCreationPolicy;
import dev.butlerlabs.core.api.ClusterCreationPolicyStatus;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.api.TeamSpecBuilder;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.LenientDecoder;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.reconcile.Watch;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Reports in the status of a ClusterCreationPolicy what it refers to in vain and which of its options have no effect. The policy itself is
 * enforced when tenant clusters are created or changed, whatever its status is.
 */
public final class PolicyReconciler
        implements ReconcilerDefinition<ClusterCreationPolicy, ClusterCreationPolicyStatus, PolicyReconcileContext> {
    private static final Duration RECHECK = Duration.ofMinutes(10);

    private final KubernetesClient client;
    private final Map<String, PolicyReferences> references = new ConcurrentHashMap<>();

    public PolicyReconciler(KubernetesClient client) {
        this.client = client;
    }

    @Override
    public String name() {
        return "cluster-creation-policy";
    }

    @Override
    public Class<ClusterCreationPolicy> kind() {
        return ClusterCreationPolicy.class;
    }

    @Override
    public PolicyReconcileContext scope(ClusterCreationPolicy policy) {
        references.put(policy.getMetadata().getName(), PolicyReferences.of(policy.getSpec()));
        return new PolicyReconcileContext(policy);
    }

    @Override
    public List<Step<PolicyReconcileContext>> steps() {
        return List.of(Step.of("Effective", this::check));
    }

    private StepResult check(PolicyReconcileContext scope) {
        PolicyReferences wanted = PolicyReferences.of(scope.policy().getSpec());
        List<String> stale = wanted.stale(
                wanted.team().flatMap(this::team), wanted.providerConfigs().isEmpty() ? Set.of() : configs());
        scope.foundStale(stale);
        List<String> ineffective =
                PolicyReferences.ineffectiveOptions(scope.policy().getSpec());
        if (stale.isEmpty() && ineffective.isEmpty()) {
            return StepResult.done();
        }
        List<String> problems = new ArrayList<>();
        if (!stale.isEmpty()) {
            problems.add("References to objects that do not exist: %s.".formatted(String.join(", ", stale)));
        }
        problems.addAll(ineffective);
        return StepResult.failed(
                stale.isEmpty() ? "OptionsIneffective" : "StaleReferences", String.join(" ", problems));
    }

    private Optional<TeamSpec> team(String name) {
        return KubeErrorMapper.translating(
                        "reading Team " + name,
                        () -> Optional.ofNullable(LenientDecoder.over(client)
                                .resources(Team.class)
                                .withName(name)
                                .get()))
                .map(team -> Optional.ofNullable(team.getSpec())
                        .orElseGet(() -> TeamSpecBuilder.builder().build()));
    }

    private Set<String> configs() {
        return KubeErrorMapper.translating(
                "listing ProviderConfigs",
                () ->
                        LenientDecoder.over(client)
                                .resources(ProviderConfig.class)
                                .inAnyNamespace()
                                .list()
                                .getItems()
                                .stream()
                                .map(config -> config.getMetadata().getName())
                                .collect(Collectors.toUnmodifiableSet()));
    }

    @Override
    public List<Condition> conditions(ClusterCreationPolicy policy) {
        return Optional.ofNullable(policy.getStatus())
                .map(ClusterCreationPolicyStatus::conditions)
                .orElse(List.of());
    }

    @Override
    public ClusterCreationPolicyStatus status(
            ClusterCreationPolicy policy, PolicyReconcileContext scope, ReconcileOutcome outcome) {
        List<String> before = Optional.ofNullable(policy.getStatus())
                .map(ClusterCreationPolicyStatus::staleReferences)
                .orElse(List.of());
        return new ClusterCreationPolicyStatus(scope.stale().orElse(before), outcome.conditions());
    }

    @Override
    public List<Watch<?>> watches() {
        return List.of(
                new Watch<>(
                        Team.class,
                        Optional.empty(),
                        team -> policies(wanted -> wanted.team()
                                .filter(team.getMetadata().getName()::equals)
                                .isPresent())),
                new Watch<>(
                        ProviderConfig.class,
                        Optional.empty(),
                        config -> policies(wanted -> wanted.providerConfigs()
                                .contains(config.getMetadata().getName()))));
    }

    private Set<ObjectName> policies(Predicate<PolicyReferences> concerned) {
        return references.entrySet().stream()
                .filter(policy -> concerned.test(policy.getValue()))
                .map(policy -> new ObjectName(Optional.empty(), policy.getKey()))
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public Duration resync() {
        return RECHECK;
    }

    @Override
    public Optional<Duration> failedRecheck() {
        return Optional.of(RECHECK);
    }
}
