package dev.butlerlabs.core.quota;

import static dev.butlerlabs.core.quota.QuotaObjects.TEAM;
import static dev.butlerlabs.core.quota.QuotaObjects.cluster;
import static dev.butlerlabs.core.quota.QuotaObjects.environment;
import static dev.butlerlabs.core.quota.QuotaObjects.in;
import static dev.butlerlabs.core.quota.QuotaObjects.limits;
import static dev.butlerlabs.core.quota.QuotaObjects.team;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.butlerlabs.core.admission.AdmissionRequest;
import dev.butlerlabs.core.admission.AdmissionRequest.Operation;
import dev.butlerlabs.core.admission.AdmissionRequest.Requester;
import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.boundary.PolicyViolation;
import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.testing.SteppedClock;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ClusterAdmissionRuleTest {
    private static final ProviderConfig RACK = QuotaObjects.provider("rack", null, null);

    private final SteppedClock clock = new SteppedClock();
    private final InMemoryKubernetes api = InMemoryKubernetes.open(clock, new EffectLog());
    private ClusterProviderReader.Use use = new ClusterProviderReader.Use(Optional.of(RACK), Optional.empty());
    private final ClusterReservations reservations = new ClusterReservations(
            new ReservationRepository(api.client()), new TeamRulesReader(api.client()), _ -> use, clock, _ -> {});
    private final ClusterAdmissionRule rule = new ClusterAdmissionRule(reservations);

    @BeforeEach
    void createTeam() {
        api.client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(TEAM)
                        .addToLabels(Labels.TEAM, TEAM)
                        .endMetadata()
                        .build())
                .create();
        set(team(limits().maxClusters(2).maxTotalNodes(6).build()));
    }

    @AfterEach
    void close() {
        api.close();
    }

    private void set(Team team) {
        api.client().resource(team).createOr(resource -> resource.update());
    }

    private List<String> decide(
            Operation operation, TenantCluster before, TenantCluster after, String user, boolean dryRun) {
        return rule.decide(new AdmissionRequest<>(
                        operation,
                        Optional.ofNullable(before),
                        Optional.ofNullable(after),
                        new Requester(user, List.of()),
                        dryRun))
                .problems();
    }

    private List<String> create(TenantCluster cluster) {
        return decide(Operation.CREATE, null, cluster, "ada", false);
    }

    private List<String> update(TenantCluster before, TenantCluster after) {
        return decide(Operation.UPDATE, before, after, "ada", false);
    }

    private TenantCluster store(TenantCluster cluster) {
        return api.client().resource(cluster).create();
    }

    private List<Reservation> reserved() {
        return new ReservationRepository(api.client()).read(TEAM).ledger().entries();
    }

    private int reservedNodes() {
        return reserved().stream()
                .mapToInt(entry -> entry.request().usage().nodes())
                .sum();
    }

    @Test
    void admitsExactlyWhatFits() {
        assertThat(create(cluster("a", 3))).isEmpty();
        assertThat(create(cluster("b", 4)))
                .singleElement()
                .asString()
                .startsWith("spec.workers.replicas: team \"payments\" uses 3 of 6 nodes, and the cluster needs 4.");
        assertThat(create(cluster("b", 3))).isEmpty();
        assertThat(create(cluster("c", 1))).hasSize(2);
        assertEquals(6, reservedNodes());
    }

    @Test
    void aDryRunReservesNothing() {
        assertThat(decide(Operation.CREATE, null, cluster("a", 3), "ada", true)).isEmpty();
        assertThat(decide(Operation.CREATE, null, cluster("a", 7), "ada", true)).hasSize(1);
        assertEquals(List.of(), reserved());
        assertThat(api.effects().all()).noneMatch(effect -> effect.contains("configmaps"));
    }

    @Test
    void releasesACreationThatWasNotStoredAfterAMinute() {
        create(cluster("a", 3));
        create(cluster("b", 3));
        clock.pass(59);
        assertThat(create(cluster("c", 1))).isNotEmpty();

        clock.pass(1);
        assertThat(create(cluster("c", 1))).isEmpty();
        assertEquals(1, reservedNodes());
    }

    @Test
    void releasesADeletedClusterWhenItIsGone() {
        TenantCluster a = cluster("a", 3);
        a.getMetadata().setFinalizers(List.of("butler.butlerlabs.dev/tenantcluster"));
        a = store(a);
        create(a);
        store(cluster("b", 3));
        assertThat(reservations.ensure(a, RACK).isAdmitted()).isTrue();
        TenantCluster c = cluster("c", 1);

        api.client().resource(a).delete();
        assertThat(create(c)).hasSize(2);
        TenantCluster deleted = api.client().resource(a).get();
        TenantCluster unlocked = api.client().getKubernetesSerialization().clone(deleted);
        unlocked.getMetadata().setFinalizers(List.of());
        assertThat(update(deleted, unlocked)).isEmpty();
        api.client().resource(unlocked).update();

        assertThat(create(c)).isEmpty();
    }

    @Test
    void aLargerClusterReservesMore() {
        TenantCluster stored = store(cluster("a", 1));
        assertThat(reservations.ensure(stored, RACK).isAdmitted()).isTrue();

        assertThat(update(stored, resized(stored, 7))).hasSize(1);
        assertEquals(1, reservedNodes());
        assertThat(update(stored, resized(stored, 6))).isEmpty();
        assertEquals(6, reservedNodes());
        assertThat(create(cluster("b", 1))).as("the change may still be stored").hasSize(1);

        clock.pass(60);
        assertThat(create(cluster("b", 1))).as("the change was not stored").isEmpty();
    }

    @Test
    void aSmallerClusterReleasesNothingBeforeItIsStored() {
        TenantCluster stored = store(cluster("a", 6));
        reservations.ensure(stored, RACK);

        assertThat(update(stored, resized(stored, 1))).isEmpty();
        assertThat(create(cluster("b", 1))).hasSize(1);

        api.client().resource(resized(stored, 1)).update();
        assertThat(create(cluster("b", 1))).isEmpty();
    }

    @Test
    void admitsWhatDoesNotCountEvenIfTheTeamIsAboveItsLimits() {
        TenantCluster stored = store(cluster("a", 6));
        reservations.ensure(stored, RACK);
        set(team(limits().maxClusters(0).maxTotalNodes(0).build()));

        assertThat(update(stored, resized(stored, 5))).isEmpty();
        assertThat(update(stored, stored)).isEmpty();
        assertThat(decide(Operation.DELETE, stored, null, "ada", false)).isEmpty();
    }

    @Test
    void readsNothingForAChangeThatRequestsTheSame() {
        TenantCluster stored = store(cluster("a", 1));
        int before = api.requests().size();

        assertThat(update(stored, stored)).isEmpty();
        assertEquals(before, api.requests().size());
    }

    @Test
    void clustersThatWaitComeFirst() {
        store(cluster("waiting", 6));

        assertThat(create(cluster("a", 1))).hasSize(1);
    }

    @Test
    void aClusterThatNeverFitsBlocksNoOther() {
        store(cluster("huge", 1000));

        assertThat(create(cluster("a", 1))).isEmpty();
    }

    @Test
    void aClusterThatWaitsIsNotAdmittedByAnUpdate() {
        set(team(limits().maxClusters(0).build()));
        TenantCluster stored = store(cluster("waiting", 1));

        assertThat(update(stored, resized(stored, 2))).isEmpty();
        assertEquals(List.of(), reserved());
    }

    @Test
    void aSecondCreationUnderTheSameNameDoesNotReplaceTheReservation() {
        TenantCluster stored = store(cluster("a", 5));
        reservations.ensure(stored, RACK);
        TenantCluster second = cluster("a", 1);
        second.getMetadata().setUid("another");

        assertThat(create(second)).isEmpty();
        assertThat(create(cluster("b", 2))).as("5 of 6 nodes are used").hasSize(1);
        assertThat(create(cluster("b", 1))).as("the second creation fails").isEmpty();
    }

    @Test
    void countsTheClustersOfTheRequester() {
        set(team(null, environment("dev", null, 1)));

        assertThat(create(in("dev", cluster("a", 1)))).isEmpty();
        assertThat(create(in("dev", cluster("b", 1))))
                .singleElement()
                .asString()
                .contains("ada has 1 of 1 clusters");
        assertThat(decide(Operation.CREATE, null, in("dev", cluster("b", 1)), "bob", false))
                .isEmpty();
    }

    @Test
    void theCreatorIsTheRequesterAndStaysTheSame() {
        set(team(null, environment("dev", null, 1)));
        TenantCluster foreign = in("dev", cluster("a", 1));
        foreign.getMetadata().setAnnotations(Map.of(Annotations.CREATOR_EMAIL, "bob"));

        assertThat(create(foreign)).singleElement().asString().contains("the user who creates the cluster, ada");
        assertEquals(List.of(), reserved());
        assertThat(update(in("dev", cluster("a", 1)), foreign))
                .singleElement()
                .asString()
                .contains("the creator must not change");
    }

    @Test
    void theEnvironmentChangesOnlyInAMigration() {
        set(team(null, environment("dev", null, null), environment("prod", null, null)));
        TenantCluster stored = store(in("dev", cluster("a", 1)));
        reservations.ensure(stored, RACK);
        TenantCluster moved = api.client().getKubernetesSerialization().clone(stored);
        in("prod", moved);

        assertThat(update(stored, moved)).singleElement().asString().contains("migration-operation");
        moved.getMetadata().setAnnotations(Map.of(Annotations.MIGRATION_OPERATION, "true"));
        assertThat(update(stored, moved)).isEmpty();
    }

    @Test
    void rejectsAClusterWithoutASpec() {
        TenantCluster bare = cluster("a", 1);
        bare.setSpec(null);

        assertEquals(List.of("spec: a cluster needs a spec. Set kubernetesVersion and workers."), create(bare));
    }

    @Test
    void reportsAllProblemsAtOnce() {
        set(team(limits().maxClusters(0)
                .allowedKubernetesVersions(List.of("v1.30"))
                .deniedAddons(List.of("cert-manager"))
                .build()));
        use = new ClusterProviderReader.Use(
                Optional.empty(), Optional.of(new PolicyViolation("ProviderAccessDenied", "Limited to one team.")));

        assertThat(create(cluster("a", 1)))
                .satisfiesExactly(
                        provider -> assertEquals("spec.providerConfigRef: Limited to one team.", provider),
                        clusters -> assertThat(clusters).startsWith("metadata.namespace: "),
                        version -> assertThat(version).startsWith("spec.kubernetesVersion: "),
                        addon -> assertThat(addon).startsWith("spec.addons.certManager: "));
        assertEquals(List.of(), reserved());
    }

    private TenantCluster resized(TenantCluster cluster, int workers) {
        TenantCluster changed = api.client().getKubernetesSerialization().clone(cluster);
        changed.setSpec(cluster(cluster.getMetadata().getName(), workers).getSpec());
        return changed;
    }
}
