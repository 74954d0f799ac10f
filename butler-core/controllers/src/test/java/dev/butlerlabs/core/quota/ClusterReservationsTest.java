package dev.butlerlabs.core.quota;

import static dev.butlerlabs.core.quota.QuotaObjects.TEAM;
import static dev.butlerlabs.core.quota.QuotaObjects.cluster;
import static dev.butlerlabs.core.quota.QuotaObjects.limits;
import static dev.butlerlabs.core.quota.QuotaObjects.team;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.Workers;
import dev.butlerlabs.core.api.TenantClusterSpecBuilder;
import dev.butlerlabs.core.api.TenantClusterStatusBuilder;
import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.embedded.testing.InMemoryWorld;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.testing.SteppedClock;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ClusterReservationsTest {
    private static final ProviderConfig RACK = QuotaObjects.provider("rack", null, null);

    private final World world = new World();

    /** An API with team payments, which can have two clusters. */
    private static final class World implements InMemoryWorld {
        private final SteppedClock clock = new SteppedClock();
        private final InMemoryKubernetes api = InMemoryKubernetes.open(clock, new EffectLog(), List.of());
        private ClusterReservations reservations = replica();

        private World() {
            api.client()
                    .resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName(TEAM)
                            .addToLabels(Labels.TEAM, TEAM)
                            .endMetadata()
                            .build())
                    .create();
            limit(limits().maxClusters(2).build());
        }

        @Override
        public InMemoryKubernetes api() {
            return api;
        }

        /** Without the uids, which differ from run to run. */
        @Override
        public Map<String, ?> state() {
            return Map.of("objects", Set.copyOf(api.objects().keySet()), "reserved", reserved());
        }

        /** A process of its own. */
        private ClusterReservations replica(Runnable... beforeSwap) {
            Queue<Runnable> disturbances = new ArrayDeque<>(List.of(beforeSwap));
            ReservationRepository repository = new ReservationRepository(api.client()) {
                @Override
                boolean swap(String namespace, Version read, ReservationLedger ledger) {
                    Optional.ofNullable(disturbances.poll()).ifPresent(Runnable::run);
                    return super.swap(namespace, read, ledger);
                }
            };
            return new ClusterReservations(
                    repository,
                    new TeamRulesReader(api.client()),
                    cluster -> new ClusterProviderReader.Use(Optional.of(RACK), Optional.empty()),
                    clock,
                    _ -> {});
        }

        private void limit(TeamSpec.ResourceLimits limits) {
            api.client().resource(team(limits)).createOr(resource -> resource.update());
        }

        /** Creates a cluster, one second after the one before. */
        private TenantCluster create(String name, int workers) {
            clock.pass(1);
            return api.client().resource(cluster(name, workers)).create();
        }

        private TenantCluster get(String name) {
            return api.client()
                    .resources(TenantCluster.class)
                    .inNamespace(TEAM)
                    .withName(name)
                    .get();
        }

        private TenantCluster scale(String name, int workers) {
            return api.client()
                    .resources(TenantCluster.class)
                    .inNamespace(TEAM)
                    .withName(name)
                    .edit(cluster -> {
                        cluster.setSpec(TenantClusterSpecBuilder.builder(cluster.getSpec())
                                .workers(new Workers(workers, null))
                                .build());
                        return cluster;
                    });
        }

        private void delete(String name) {
            api.client().resource(get(name)).delete();
        }

        private boolean ensure(String name) {
            return ensure(reservations, name);
        }

        private boolean ensure(ClusterReservations replica, String name) {
            return replica.ensure(get(name), RACK).isAdmitted();
        }

        private ReservationLedger ledger() {
            return new ReservationRepository(api.client()).read(TEAM).ledger();
        }

        private List<String> reserved() {
            return ledger().entries().stream()
                    .map(entry -> entry.request().name())
                    .sorted()
                    .toList();
        }

        private void running(String name) {
            TenantCluster cluster = get(name);
            cluster.setStatus(TenantClusterStatusBuilder.builder()
                    .conditions(
                            ConditionEditor.set(List.of(), "NamespaceReady", "True", "Done", "", 1, clock.instant()))
                    .build());
            api.client().resource(cluster).updateStatus();
        }
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void reservesInTheOrderOfCreationWhicheverIsReconciledFirst() {
        world.create("z", 1);
        world.create("y", 1);
        world.create("x", 1);

        assertFalse(world.ensure("x"));
        assertTrue(world.ensure("y"));
        assertTrue(world.ensure("z"));
        assertEquals(List.of("y", "z"), world.reserved());
    }

    @Test
    void skipsAClusterThatDoesNotFit() {
        world.limit(limits().maxTotalNodes(5).build());
        world.create("a", 3);
        world.create("b", 3);
        world.create("c", 2);

        assertTrue(world.ensure("c"));
        assertFalse(world.ensure("b"));
        assertTrue(world.ensure("a"));
    }

    @Test
    void namesTheLimit() {
        world.create("a", 1);
        world.create("b", 1);
        world.create("c", 1);

        QuotaResult result = world.reservations.ensure(world.get("c"), RACK);
        assertEquals(Optional.of(TEAM), result.team());
        assertThat(result.problems())
                .singleElement()
                .asString()
                .startsWith("metadata.namespace: team \"payments\" has 2 of 2 clusters.");
    }

    @Test
    void admitsAWaitingClusterWhenAnotherIsGone() {
        world.create("a", 1);
        world.create("b", 1);
        world.create("c", 1);
        assertFalse(world.ensure("c"));

        world.delete("a");

        assertTrue(world.ensure("c"));
        assertEquals(List.of("b", "c"), world.reserved());
    }

    @Test
    void admitsAWaitingClusterWhenTheLimitIsRaisedOrRemoved() {
        world.limit(limits().maxClusters(0).build());
        world.create("a", 1);
        assertFalse(world.ensure("a"));

        world.limit(limits().build());

        assertTrue(world.ensure("a"));
    }

    @Test
    void aClusterKeepsItsReservationWhenTheLimitIsLowered() {
        world.create("a", 1);
        assertTrue(world.ensure("a"));
        world.limit(limits().maxClusters(0).build());

        assertTrue(world.ensure("a"));
        assertTrue(world.ensure(world.replica(), "a"), "in a new process too");
    }

    @Test
    void aClusterThatGrowsWaitsWhileTheRestGoesOn() {
        world.limit(limits().maxTotalNodes(4).build());
        world.create("a", 2);
        world.create("b", 1);
        assertTrue(world.ensure("a"));

        world.scale("a", 4);
        assertFalse(world.ensure("a"));
        assertTrue(world.ensure("b"));
        assertEquals(
                2,
                world.ledger()
                        .find(request("a"))
                        .orElseThrow()
                        .request()
                        .usage()
                        .nodes());

        world.scale("a", 3);
        assertTrue(world.ensure("a"));
        assertEquals(
                3,
                world.ledger()
                        .find(request("a"))
                        .orElseThrow()
                        .request()
                        .usage()
                        .nodes());
    }

    private ClusterRequest request(String name) {
        return ClusterRequest.of(world.get(name), Optional.empty(), Optional.empty());
    }

    @Test
    void needsNoRequestForAClusterThatDidNotChange() {
        world.create("a", 1);
        assertTrue(world.ensure("a"));
        TenantCluster cluster = world.get("a");
        int before = world.api.requests().size();

        assertTrue(world.reservations.ensure(cluster, RACK).isAdmitted());

        assertEquals(
                List.of(),
                world.api.requests().subList(before, world.api.requests().size()));
    }

    @Test
    void needsFourReadsAfterARestart() {
        world.create("a", 1);
        assertTrue(world.ensure("a"));
        TenantCluster cluster = world.get("a");
        int before = world.api.requests().size();

        assertTrue(world.replica().ensure(cluster, RACK).isAdmitted());

        assertThat(world.api.requests().subList(before, world.api.requests().size()))
                .hasSize(4)
                .allMatch(request -> request.startsWith("GET "));
    }

    @Test
    void readsTheTeamOfANamespaceWithoutOneOnceAMinute() {
        TenantCluster free = cluster("free", 500);
        free.getMetadata().setNamespace("default");
        assertTrue(world.reservations.ensure(free, RACK).isAdmitted());
        int before = world.api.requests().size();

        assertTrue(world.reservations.ensure(free, RACK).isAdmitted());
        assertThat(world.api.requests().subList(before, world.api.requests().size()))
                .containsExactly(
                        "GET /apis/butler.butlerlabs.dev/v1alpha1/butlerconfigs/butler",
                        "GET /apis/butler.butlerlabs.dev/v1alpha1/clustercreationpolicies");
    }

    @Test
    void rebuildsLostReservationsFromTheClustersThatRun() {
        world.create("new", 1);
        world.create("a", 1);
        world.create("b", 1);
        world.running("a");
        world.running("b");

        assertFalse(world.ensure("new"), "older, but the others run already");
        assertEquals(List.of("a", "b"), world.reserved());
    }

    @Test
    void aClusterWithoutASpecCountsAsOneAndBreaksNothing() {
        TenantCluster bare = cluster("bare", 1);
        bare.setSpec(null);
        world.api.client().resource(bare).create();
        world.create("a", 1);
        world.create("b", 1);

        assertTrue(world.ensure("a"));
        assertFalse(world.ensure("b"));
    }

    @Test
    void oneOfTwoReplicasThatReserveAtTheSameTimeSeesTheOther() {
        world.limit(limits().maxClusters(1).build());
        world.create("a", 1);
        world.create("b", 1);
        world.ensure("a");
        world.delete("a");
        world.create("c", 1);
        // Replica one has decided for b, and replica two writes first.
        ClusterReservations one = world.replica(() -> assertFalse(world.ensure(world.replica(), "c")));

        assertTrue(world.ensure(one, "b"));
        assertFalse(world.ensure("c"));
        assertEquals(List.of("b"), world.reserved());
    }

    @Test
    void everyInterleavingOfTwoReplicasReservesTheSame() {
        for (int disturbed = 0; disturbed < 4; disturbed++) {
            try (World other = new World()) {
                other.create("a", 1);
                other.create("b", 1);
                other.create("c", 1);
                Runnable[] disturbances = new Runnable[disturbed + 1];
                Arrays.fill(disturbances, (Runnable) () -> {});
                disturbances[disturbed] = () -> other.ensure(other.replica(), "c");

                assertFalse(other.ensure(other.replica(disturbances), "c"));

                assertEquals(List.of("a", "b"), other.reserved());
            }
        }
    }

    @Test
    void givesUpWhenOthersWriteAllTheTime() {
        world.create("a", 1);
        world.ensure("a");
        world.create("b", 1);
        Runnable[] writes = new Runnable[60];
        Arrays.fill(writes, (Runnable) () -> world.api
                .client()
                .configMaps()
                .inNamespace(TEAM)
                .withName(ReservationRepository.NAME)
                .edit(map -> {
                    map.getMetadata().setLabels(Map.of("n", Long.toString(System.nanoTime())));
                    return map;
                }));
        ClusterReservations replica = world.replica(writes);
        TenantCluster cluster = world.get("b");

        assertEquals(
                ErrorCode.CONFLICT,
                assertThrows(ButlerException.class, () -> replica.ensure(cluster, RACK))
                        .code());
    }

    @Test
    void reachesTheSameStateAfterACrash() {
        assertEquals(2, CrashPositions.check(ClusterReservationsTest::withClusters, started -> {
            started.reservations = started.replica();
            started.ensure("c");
            started.ensure("a");
        }));
    }

    private static World withClusters() {
        World started = new World();
        started.create("a", 1);
        started.create("b", 1);
        started.create("c", 1);
        return started;
    }
}
