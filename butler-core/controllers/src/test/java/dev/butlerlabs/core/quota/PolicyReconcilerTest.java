package dev.butlerlabs.core.quota;

import static dev.butlerlabs.core.quota.QuotaObjects.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.ClusterCreationPolicy;
import dev.butlerlabs.core.api.ClusterCreationPolicySpec.Option;
import dev.butlerlabs.core.api.ClusterCreationPolicySpec.Option.Mode;
import dev.butlerlabs.core.api.ClusterCreationPolicySpec.PlatformWide;
import dev.butlerlabs.core.api.ClusterCreationPolicySpec.Scope;
import dev.butlerlabs.core.api.ClusterCreationPolicySpec.TeamAndEnvironment;
import dev.butlerlabs.core.api.ClusterCreationPolicySpec.TeamScope;
import dev.butlerlabs.core.api.ClusterCreationPolicyStatus;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigSpecBuilder;
import dev.butlerlabs.core.api.SecretReference;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.api.TeamSpecBuilder;
import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.Steps;
import dev.butlerlabs.core.reconcile.Watch;
import dev.butlerlabs.core.testing.SteppedClock;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class PolicyReconcilerTest {
    private static final Instant NOW = Instant.parse("2026-11-17T12:00:00Z");
    private static final Scope PLATFORM = new Scope(new PlatformWide(), null, null);

    private final InMemoryKubernetes api = InMemoryKubernetes.open(new SteppedClock(), new EffectLog(), List.of());
    private final PolicyReconciler reconciler = new PolicyReconciler(api.client());

    @AfterEach
    void close() {
        api.close();
    }

    private static Scope production() {
        return new Scope(null, null, new TeamAndEnvironment(new LocalReference("payments"), "production"));
    }

    private static Map<String, Option> option(String name, Mode mode, String... values) {
        return Map.of(name, new Option(mode, List.of(values), null, null));
    }

    private ClusterCreationPolicyStatus status(ClusterCreationPolicy policy) {
        PolicyReconcileContext scope = reconciler.scope(policy);
        ReconcileOutcome outcome = new Steps<>(reconciler.steps()).run(scope, List.of(), 3, NOW);
        return reconciler.status(policy, scope, outcome);
    }

    private static Condition effective(ClusterCreationPolicyStatus status) {
        return ConditionEditor.find(status.conditions(), "Effective").orElseThrow();
    }

    private void team(String name, String... environments) {
        Team team = new Team();
        team.setMetadata(new ObjectMetaBuilder().withName(name).build());
        team.setSpec(TeamSpecBuilder.builder()
                .environments(List.of(environments).stream()
                        .map(environment -> new TeamSpec.Environment(environment, null, null, null, null))
                        .toList())
                .build());
        api.client().resource(team).create();
    }

    private void providerConfig(String namespace, String name) {
        api.client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(namespace)
                        .endMetadata()
                        .build())
                .create();
        ProviderConfig config = new ProviderConfig();
        config.setMetadata(
                new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
        config.setSpec(ProviderConfigSpecBuilder.builder()
                .provider("aws")
                .credentialsRef(new SecretReference("aws", null, null))
                .build());
        api.client().resource(config).create();
    }

    @Test
    void aPolicyWhoseReferencesExistIsEffective() {
        team("payments", "production");
        providerConfig("payments", "rack");

        ClusterCreationPolicyStatus status =
                status(policy("limits", production(), option("providerConfigRef.name", Mode.ALLOW_LIST, "rack")));

        assertThat(effective(status).getStatus()).isEqualTo("True");
        assertThat(status.staleReferences()).isEmpty();
    }

    @Test
    void aMissingTeamIsAStaleReference() {
        ClusterCreationPolicyStatus status = status(policy("limits", production(), Map.of()));

        assertThat(status.staleReferences()).containsExactly("Team/payments");
        assertThat(effective(status).getReason()).isEqualTo("StaleReferences");
        assertThat(effective(status).getMessage()).contains("Team/payments");
    }

    @Test
    void aMissingEnvironmentIsAStaleReference() {
        team("payments", "test");

        assertThat(status(policy("limits", production(), Map.of())).staleReferences())
                .containsExactly("Team/payments/environments/production");
    }

    @Test
    void missingProviderConfigsAreStaleReferences() {
        providerConfig("butler-system", "rack");

        assertThat(status(policy("limits", PLATFORM, option("providerConfigRef.name", Mode.ALLOW_LIST, "rack", "lab")))
                        .staleReferences())
                .containsExactly("ProviderConfig/lab");
    }

    @Test
    void optionsWithoutEffectAreReportedTogether() {
        Condition condition = effective(status(policy(
                "limits",
                PLATFORM,
                Map.of(
                        "kubernetesVersions", new Option(Mode.PIN, List.of("v1.31.4"), null, null),
                        "workers.replicas", new Option(Mode.ALLOW_LIST, List.of(), null, null),
                        "networking.podCIDR", new Option(Mode.RECOMMENDED, List.of(), null, null)))));

        assertThat(condition.getReason()).isEqualTo("OptionsIneffective");
        assertThat(condition.getMessage())
                .isEqualTo("spec.options.kubernetesVersions: is not an option and has no effect. Did you mean"
                        + " kubernetesVersion? spec.options.workers.replicas: has no values and restricts nothing."
                        + " Set values.");
    }

    @Test
    void aChangeOfAReferencedObjectWakesThePolicy() {
        status(policy("teams", new Scope(null, new TeamScope(new LocalReference("payments")), null), Map.of()));
        status(policy("racks", PLATFORM, option("providerConfigRef.name", Mode.PIN, "rack")));
        Team team = new Team();
        team.setMetadata(new ObjectMetaBuilder().withName("payments").build());
        ProviderConfig config = new ProviderConfig();
        config.setMetadata(new ObjectMetaBuilder()
                .withNamespace("payments")
                .withName("rack")
                .build());

        assertThat(woken(Team.class, team)).containsExactly(new ObjectName(Optional.empty(), "teams"));
        assertThat(woken(ProviderConfig.class, config)).containsExactly(new ObjectName(Optional.empty(), "racks"));
    }

    @SuppressWarnings("unchecked")
    private <T extends HasMetadata> Set<ObjectName> woken(Class<T> kind, T object) {
        return reconciler.watches().stream()
                .filter(watch -> watch.kind() == kind)
                .map(watch -> ((Watch<T>) watch).concerned().apply(object))
                .findFirst()
                .orElseThrow();
    }
}
