package dev.butlerlabs.core.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.api.ButlerConfigSpec.MultiTenancy;
import dev.butlerlabs.core.api.ButlerConfigSpec.MultiTenancy.Mode;
import dev.butlerlabs.core.api.ButlerConfigSpec.TeamLimits;
import dev.butlerlabs.core.api.ButlerConfigSpecBuilder;
import dev.butlerlabs.core.api.ButlerConfigStatus;
import dev.butlerlabs.core.api.ControlPlaneExposure;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpecBuilder;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.Workers;
import dev.butlerlabs.core.api.TenantClusterSpecBuilder;
import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.Steps;
import dev.butlerlabs.core.testing.SteppedClock;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ButlerConfigReconcilerTest {
    private static final Instant NOW = Instant.parse("2026-11-17T12:00:00Z");

    private final EffectLog effects = new EffectLog();
    private final InMemoryKubernetes api = InMemoryKubernetes.open(new SteppedClock(), effects, List.of());
    private final ButlerConfigReconciler reconciler = new ButlerConfigReconciler(api.client());

    @AfterEach
    void close() {
        api.close();
    }

    private static ButlerConfigSpec mode(Mode mode) {
        return ButlerConfigSpecBuilder.builder()
                .multiTenancy(new MultiTenancy(mode))
                .build();
    }

    private static ButlerConfig config(String name, ButlerConfigSpec spec) {
        ButlerConfig config = new ButlerConfig();
        config.setMetadata(new ObjectMetaBuilder().withName(name).build());
        config.setSpec(spec);
        return config;
    }

    private ButlerConfigStatus status(ButlerConfig config) {
        ButlerConfigReconcileContext scope = reconciler.scope(config);
        ReconcileOutcome outcome = new Steps<>(reconciler.steps()).run(scope, List.of(), 3, NOW);
        return reconciler.status(config, scope, outcome);
    }

    private static Condition condition(ButlerConfigStatus status, String type) {
        return ConditionEditor.find(status.conditions(), type).orElseThrow();
    }

    private void namespace(String name) {
        api.client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
    }

    private void cluster(String namespace, String name) {
        TenantCluster cluster = new TenantCluster();
        cluster.setMetadata(
                new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
        cluster.setSpec(TenantClusterSpecBuilder.builder()
                .kubernetesVersion("v1.31.4")
                .workers(new Workers(1, null))
                .build());
        api.client().resource(cluster).create();
    }

    private void team(String name) {
        Team team = new Team();
        team.setMetadata(new ObjectMetaBuilder().withName(name).build());
        team.setSpec(TeamSpecBuilder.builder().build());
        api.client().resource(team).create();
    }

    @Test
    void countsTeamsAndClustersAndReportsTheMode() {
        namespace("payments");
        namespace("butler-tenants");
        team("payments");
        cluster("payments", "web");
        cluster("butler-tenants", "old");
        int before = effects.count();

        ButlerConfigStatus status = status(config("butler", mode(Mode.ENFORCED)));

        assertEquals(1, status.teamCount());
        assertEquals(2, status.clusterCount());
        assertEquals(ControlPlaneExposure.Mode.LOAD_BALANCER, status.controlPlaneExposureMode());
        assertEquals(3L, status.observedGeneration());
        assertTrue(ConditionEditor.isTrue(status.conditions(), "Ready"));
        assertEquals("Enforced", condition(status, "MultiTenancyReported").getReason());
        assertEquals(
                "Every tenant cluster belongs to a team."
                        + " Not permitted for new clusters, left unchanged: 1 tenant cluster (butler-tenants/old).",
                condition(status, "MultiTenancyReported").getMessage());
        assertEquals(before, effects.count(), "a change of the mode changes no cluster");
    }

    @Test
    void onlyOneObjectHasAnEffect() {
        ButlerConfigStatus status = status(config("second", mode(Mode.ENFORCED)));

        assertEquals("NameNotUsed", condition(status, "Ready").getReason());
        assertEquals("False", condition(status, "Accepted").getStatus());
    }

    @Test
    void reportsEveryProblemOfTheDefaults() {
        namespace("butler-system");
        ButlerConfigStatus status = status(config(
                "butler",
                ButlerConfigSpecBuilder.builder()
                        .defaultProviderConfigRef(new LocalReference("lab"))
                        .defaultTeamLimits(new TeamLimits(5, null, new Quantity("-1"), null, new Quantity("-2Gi")))
                        .build()));

        assertEquals(
                "spec.defaultProviderConfigRef: ProviderConfig \"lab\" does not exist in namespace \"butler-system\"."
                        + " spec.defaultTeamLimits.maxTotalCPU: must not be negative."
                        + " spec.defaultTeamLimits.maxTotalStorage: must not be negative.",
                condition(status, "DefaultsValid").getMessage());
        assertEquals(0, status.teamCount(), "the counts are reported all the same");
    }

    @Test
    void reportsTheDefaultLimits() {
        ButlerConfigStatus status = status(config(
                "butler",
                ButlerConfigSpecBuilder.builder()
                        .defaultTeamLimits(new TeamLimits(5, null, null, new Quantity("64Gi"), null))
                        .build()));

        assertEquals(
                "Default limits of teams: clusters 5, memory 64Gi.",
                condition(status, "DefaultsValid").getMessage());
    }

    @Test
    void everyModePermitsOtherNamespaces() {
        List<ObjectName> clusters = List.of(
                new ObjectName("butler-tenants", "a"),
                new ObjectName("elsewhere", "b"),
                new ObjectName("payments", "c"));
        Set<String> teams = Set.of("payments");

        assertEquals(
                clusters.subList(0, 2),
                MultiTenancyReport.of(mode(Mode.ENFORCED), teams, clusters).outside());
        assertEquals(
                clusters.subList(1, 2),
                MultiTenancyReport.of(mode(Mode.OPTIONAL), teams, clusters).outside());
        assertEquals(
                clusters.subList(1, 3),
                MultiTenancyReport.of(mode(Mode.DISABLED), teams, clusters).outside());
        assertEquals(
                List.of(),
                MultiTenancyReport.of(ButlerConfigSpecBuilder.builder().build(), teams, clusters)
                        .outside());
    }

    @Test
    void namesAFewOfManyClusters() {
        List<ObjectName> clusters = IntStream.rangeClosed(1, 7)
                .mapToObj(number -> new ObjectName("x", "c" + number))
                .toList();

        assertTrue(
                MultiTenancyReport.of(mode(Mode.ENFORCED), Set.of(), clusters)
                        .message()
                        .endsWith(
                                "Not permitted for new clusters, left unchanged: 7 tenant clusters (x/c1, x/c2, x/c3, x/c4, x/c5 and 2 more)."));
    }
}
