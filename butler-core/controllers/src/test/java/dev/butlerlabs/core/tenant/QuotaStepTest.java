package dev.butlerlabs.core.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigSpecBuilder;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpecBuilder;
import dev.butlerlabs.core.api.TeamSpecResourceLimitsBuilder;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.Workers;
import dev.butlerlabs.core.api.TenantClusterSpecBuilder;
import dev.butlerlabs.core.api.TenantClusterStatusBuilder;
import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.quota.ClusterReservations;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.reconcile.WatchedObjectCache;
import dev.butlerlabs.core.testing.SteppedClock;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class QuotaStepTest {
    private static final String TEAM = "payments";

    private final SteppedClock clock = new SteppedClock();
    private final InMemoryKubernetes api = InMemoryKubernetes.open(clock, new EffectLog());
    private final ClusterReservations reservations =
            new ClusterReservations(api.client(), new ProviderConfigFinder(api.client()), clock);
    private final QuotaWaitIndex waiting = new QuotaWaitIndex(reservations, new WatchedObjectCache<>());
    private final QuotaStep step = new QuotaStep(reservations, waiting);
    private ProviderConfig provider;

    @BeforeEach
    void createTeam() {
        namespace("butler-system", "");
        namespace(TEAM, TEAM);
        limit(1);
        provider = new ProviderConfig();
        provider.setMetadata(new ObjectMetaBuilder()
                .withNamespace("butler-system")
                .withName("default")
                .build());
        provider.setSpec(ProviderConfigSpecBuilder.builder().provider("local").build());
        api.client().resource(provider).create();
    }

    @AfterEach
    void close() {
        api.close();
    }

    private void namespace(String name, String team) {
        api.client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .addToLabels(Labels.TEAM, team)
                        .endMetadata()
                        .build())
                .create();
    }

    private Team limit(int clusters) {
        Team team = new Team();
        team.setMetadata(new ObjectMetaBuilder().withName(TEAM).build());
        team.setSpec(TeamSpecBuilder.builder()
                .resourceLimits(TeamSpecResourceLimitsBuilder.builder()
                        .maxClusters(clusters)
                        .build())
                .build());
        return api.client().resource(team).createOr(resource -> resource.update());
    }

    private TenantCluster create(String namespace, String name) {
        clock.pass(1);
        TenantCluster cluster = new TenantCluster();
        cluster.setMetadata(
                new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
        cluster.setSpec(TenantClusterSpecBuilder.builder()
                .kubernetesVersion("v1.31.4")
                .workers(new Workers(1, null))
                .build());
        return api.client().resource(cluster).create();
    }

    private StepResult run(TenantCluster cluster) {
        TenantReconcileContext context = new TenantReconcileContext(cluster);
        context.enter(provider, Credentials.none(), Optional.empty());
        return step.run(context);
    }

    @Test
    void aClusterThatDoesNotFitWaitsAndNeverFails() {
        TenantCluster first = create(TEAM, "first");
        TenantCluster second = create(TEAM, "second");

        StepResult.Waiting result = assertInstanceOf(StepResult.Waiting.class, run(second));
        assertEquals("QuotaExceeded", result.reason());
        assertThat(result.message()).startsWith("metadata.namespace: team \"payments\" has 1 of 1 clusters.");
        assertEquals(Optional.of(Duration.ofMinutes(1)), result.retryIn());
        assertEquals(StepResult.done("Within the limits of team payments."), run(first));
    }

    @Test
    void aNamespaceWithoutATeamIsNotLimited() {
        namespace("free", "");

        assertEquals(StepResult.done("Namespace free belongs to no team."), run(create("free", "a")));
        assertEquals(StepResult.done("Namespace free belongs to no team."), run(create("free", "b")));
    }

    @Test
    void aClusterThatWaitsContinuesWhenThereIsRoom() {
        TenantCluster first = create(TEAM, "first");
        TenantCluster second = create(TEAM, "second");
        run(first);
        run(second);
        ObjectName name = ObjectName.from(second);
        waiting.waitingFor(first);
        Team unchanged = api.client().resources(Team.class).withName(TEAM).get();

        assertEquals(Set.of(name), waiting.waitingFor(limit(2)), "the limit was raised");
        first.getMetadata().setResourceVersion("status changed");
        assertEquals(Set.of(), waiting.waitingFor(first), "a change of the status");
        assertEquals(Set.of(name), waiting.waitingFor(unchanged));
        first.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");
        assertEquals(Set.of(name), waiting.waitingFor(first), "a deletion");

        assertEquals(StepResult.done("Within the limits of team payments."), run(second));
        assertEquals(Set.of(), waiting.waitingFor(first), "no cluster waits any more");
    }

    @Test
    void aNewClusterWaitsWhileTheLimitsCannotBeRead() {
        TenantCluster cluster = create(TEAM, "first");
        api.reject("configmaps", 403, "Forbidden");

        StepResult.Waiting result = assertInstanceOf(StepResult.Waiting.class, run(cluster));
        assertEquals("LimitsUnknown", result.reason());
        cluster.setStatus(TenantClusterStatusBuilder.builder()
                .conditions(ConditionEditor.set(List.of(), "QuotaSatisfied", "True", "Done", "", 1, clock.instant()))
                .build());
        assertInstanceOf(StepResult.Done.class, run(cluster), "it was admitted before");
    }
}
