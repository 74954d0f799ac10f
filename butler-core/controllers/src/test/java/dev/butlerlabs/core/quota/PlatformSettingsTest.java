package dev.butlerlabs.core.quota;

import static dev.butlerlabs.core.quota.QuotaObjects.TEAM;
import static dev.butlerlabs.core.quota.QuotaObjects.cluster;
import static dev.butlerlabs.core.quota.QuotaObjects.team;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.api.ButlerConfigSpec.MultiTenancy;
import dev.butlerlabs.core.api.ButlerConfigSpec.MultiTenancy.Mode;
import dev.butlerlabs.core.api.ButlerConfigSpec.TeamLimits;
import dev.butlerlabs.core.api.ButlerConfigSpecBuilder;
import dev.butlerlabs.core.api.ClusterCreationPolicy;
import dev.butlerlabs.core.api.ConditionTypes;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatusBuilder;
import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.reconcile.WatchedObjectCache;
import dev.butlerlabs.core.testing.SteppedClock;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The settings of the platform as the reconciler of tenant clusters applies them. */
final class PlatformSettingsTest {
    private static final ProviderConfig RACK = QuotaObjects.provider("rack", null, null);

    private final SteppedClock clock = new SteppedClock();
    private final InMemoryKubernetes api = InMemoryKubernetes.open(clock, new EffectLog(), List.of());
    private final ClusterReservations reservations = new ClusterReservations(
            new ReservationRepository(api.client()),
            new TeamRulesReader(api.client()),
            cluster -> new ClusterProviderReader.Use(Optional.of(RACK), Optional.empty()),
            clock,
            _ -> {});

    @AfterEach
    void close() {
        api.close();
    }

    private void configure(ButlerConfigSpec spec) {
        ButlerConfig config = new ButlerConfig();
        config.setMetadata(new ObjectMetaBuilder().withName("butler").build());
        config.setSpec(spec);
        api.client().resource(config).create();
    }

    private List<String> reasons(TenantCluster cluster) {
        return reservations.ensure(cluster, RACK).problems().stream()
                .map(ClusterProblem::reason)
                .toList();
    }

    /** With watches, policies and settings are those of their caches, and nothing is read from the API server. */
    @Test
    void watchedPoliciesAndSettingsApply() {
        WatchedObjectCache<ClusterCreationPolicy> policies = new WatchedObjectCache<>();
        WatchedObjectCache<ButlerConfig> platform = new WatchedObjectCache<>();
        TeamRulesReader reader = new TeamRulesReader(api.client(), policies, platform);
        configure(ButlerConfigSpecBuilder.builder()
                .multiTenancy(new MultiTenancy(Mode.ENFORCED))
                .build());
        assertThat(reader.withoutTeam("default").misplaced()).isPresent();

        ClusterCreationPolicy watched = Serialization.unmarshal("""
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: ClusterCreationPolicy
                metadata: {name: watched}
                spec: {scope: {type: platform}}
                """, ClusterCreationPolicy.class);
        platform.from(_ -> List.of(), _ -> Optional.empty());
        policies.from(_ -> List.of(), _ -> Optional.empty(), () -> List.of(watched));

        assertThat(reader.withoutTeam("default").misplaced()).isEmpty();
        assertThat(reader.policies())
                .extracting(policy -> policy.getMetadata().getName())
                .containsExactly("watched");
    }

    @Test
    void aNewClusterWaitsInANamespaceThatTheModeDoesNotPermit() {
        configure(ButlerConfigSpecBuilder.builder()
                .multiTenancy(new MultiTenancy(Mode.ENFORCED))
                .build());
        TenantCluster cluster = cluster("free", 1);
        cluster.getMetadata().setNamespace("default");

        assertThat(reasons(cluster)).containsExactly("NamespaceNotPermitted");
        // The second call uses what is known about the namespace.
        assertThat(reasons(cluster)).containsExactly("NamespaceNotPermitted");
    }

    @Test
    void aClusterThatRunsIsNotStoppedByTheMode() {
        configure(ButlerConfigSpecBuilder.builder()
                .multiTenancy(new MultiTenancy(Mode.ENFORCED))
                .build());
        TenantCluster cluster = cluster("free", 1);
        cluster.getMetadata().setNamespace("default");
        cluster.setStatus(TenantClusterStatusBuilder.builder()
                .conditions(ConditionEditor.set(
                        List.of(), ConditionTypes.NAMESPACE_READY, ConditionEditor.TRUE, "Done", "", 1, Instant.EPOCH))
                .build());

        assertThat(reasons(cluster)).isEmpty();
    }

    @Test
    void defaultLimitsApplyToATeamWithoutLimits() {
        configure(ButlerConfigSpecBuilder.builder()
                .defaultTeamLimits(new TeamLimits(1, null, null, null, null))
                .build());
        api.client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(TEAM)
                        .addToLabels(Labels.TEAM, TEAM)
                        .endMetadata()
                        .build())
                .create();
        api.client().resource(team(null)).create();
        TenantCluster first = api.client().resource(cluster("a", 1)).create();
        clock.pass(1);
        TenantCluster second = api.client().resource(cluster("b", 1)).create();

        assertThat(reasons(first)).isEmpty();
        assertThat(reasons(second)).containsExactly("QuotaExceeded");
    }
}
