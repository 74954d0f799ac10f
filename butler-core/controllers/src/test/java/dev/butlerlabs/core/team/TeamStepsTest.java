package dev.butlerlabs.core.team;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.api.TeamSpec.GroupAccess;
import dev.butlerlabs.core.api.TeamSpec.Role;
import dev.butlerlabs.core.api.TeamSpec.UserAccess;
import dev.butlerlabs.core.api.TeamSpecBuilder;
import dev.butlerlabs.core.api.TeamSpecEnvironmentBuilder;
import dev.butlerlabs.core.api.TeamSpecResourceLimitsBuilder;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.Workers;
import dev.butlerlabs.core.api.TenantClusterSpecBuilder;
import dev.butlerlabs.core.api.User;
import dev.butlerlabs.core.api.UserSpecBuilder;
import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.embedded.testing.InMemoryWorld;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.testing.SteppedClock;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TeamStepsTest {
    private static final String NAME = "payments";
    private static final TeamSpec.Access ACCESS = new TeamSpec.Access(
            List.of(
                    new UserAccess("ada", Role.ADMIN),
                    new UserAccess("bob@example.com", Role.OPERATOR),
                    new UserAccess("gone", Role.ADMIN)),
            List.of(new GroupAccess("auditors", null, null)));

    private static final TeamSpec.Environment STAGING = TeamSpecEnvironmentBuilder.builder()
            .name("staging")
            .access(new TeamSpec.Access(
                    List.of(new UserAccess("zoe", Role.OPERATOR), new UserAccess("kim", Role.VIEWER)), List.of()))
            .build();

    private final World world = new World();

    /** An API with the team payments. */
    private static final class World implements InMemoryWorld {
        private final InMemoryKubernetes api = InMemoryKubernetes.open(new SteppedClock(), new EffectLog(), List.of());
        private final TeamReconciler reconciler = new TeamReconciler(api.client());
        private Team team = team(
                NAME,
                TeamSpecBuilder.builder()
                        .access(ACCESS)
                        .environments(List.of(STAGING))
                        .build());

        private World() {
            user("ada", "ada@example.com", false);
            user("gone", "gone@example.com", true);
        }

        @Override
        public InMemoryKubernetes api() {
            return api;
        }

        KubernetesClient client() {
            return api.client();
        }

        private void user(String name, String email, boolean disabled) {
            User user = new User();
            user.setMetadata(new ObjectMetaBuilder().withName(name).build());
            user.setSpec(
                    UserSpecBuilder.builder().email(email).disabled(disabled).build());
            client().resource(user).create();
        }

        private void cluster(String name) {
            TenantCluster cluster = new TenantCluster();
            cluster.setMetadata(
                    new ObjectMetaBuilder().withNamespace(NAME).withName(name).build());
            cluster.setSpec(TenantClusterSpecBuilder.builder()
                    .kubernetesVersion("v1.31.4")
                    .workers(new Workers(2, null))
                    .build());
            client().resource(cluster).create();
        }

        private TeamReconcileContext context() {
            return reconciler.scope(team);
        }

        private StepResult run() {
            return run(reconciler.steps(), context());
        }

        private StepResult remove() {
            return run(reconciler.cleanup().orElseThrow().steps(), context());
        }

        /** Runs the steps in their order until one is not done. */
        private static StepResult run(List<Step<TeamReconcileContext>> steps, TeamReconcileContext context) {
            StepResult result = StepResult.done();
            for (Step<TeamReconcileContext> step : steps) {
                result = step.body().apply(context);
                if (!(result instanceof StepResult.Done)) {
                    return result;
                }
            }
            return result;
        }
    }

    private static Team team(String name, TeamSpec spec) {
        Team team = new Team();
        team.setMetadata(new ObjectMetaBuilder().withName(name).withUid("uid-1").build());
        team.setSpec(spec);
        return team;
    }

    @AfterEach
    void close() {
        world.close();
    }

    private RoleBinding binding(String name) {
        return world.client()
                .rbac()
                .roleBindings()
                .inNamespace(NAME)
                .withName(name)
                .get();
    }

    private List<String> subjects(String binding) {
        return binding(binding).getSubjects().stream().map(Subject::getName).toList();
    }

    @Test
    void givesTheTeamANamespaceAndBindsItsMembers() {
        TeamReconcileContext context = world.context();

        assertEquals(StepResult.done("0 tenant clusters, 0 nodes."), World.run(world.reconciler.steps(), context));
        assertEquals(
                NAME,
                world.client()
                        .namespaces()
                        .withName(NAME)
                        .get()
                        .getMetadata()
                        .getLabels()
                        .get(Labels.TEAM));
        assertEquals(List.of("ada@example.com"), subjects("butler-team-admin"), "a disabled user is not bound");
        assertEquals(List.of("bob@example.com"), subjects("butler-team-operator"));
        assertEquals(List.of("auditors"), subjects("butler-team-viewer"));
        assertEquals(
                "butler-team-viewer", binding("butler-team-viewer").getRoleRef().getName());
        assertEquals(3, context.members().orElseThrow());
    }

    @Test
    void aMemberWithAnotherRoleMovesToAnotherBinding() {
        world.run();
        world.team = team(
                NAME,
                TeamSpecBuilder.builder()
                        .access(new TeamSpec.Access(List.of(new UserAccess("ada", Role.VIEWER)), List.of()))
                        .build());
        world.run();

        assertEquals(List.of(), subjects("butler-team-admin"));
        assertEquals(List.of("ada@example.com"), subjects("butler-team-viewer"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"default", "kube-public", "butler-system", "butler-tenants", "capa-system"})
    void rejectsNamespacesOfThePlatform(String name) {
        world.team = team(name, TeamSpecBuilder.builder().build());

        StepResult.Failed failed = assertInstanceOf(StepResult.Failed.class, world.run());
        assertEquals("NamespaceReserved", failed.reason());
    }

    @Test
    void neverAdoptsAForeignNamespace() {
        world.client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(NAME)
                        .endMetadata()
                        .build())
                .create();

        StepResult.Failed failed = assertInstanceOf(StepResult.Failed.class, world.run());
        assertEquals("NamespaceNotOwned", failed.reason());
        assertNull(binding("butler-team-admin"));
        assertEquals(StepResult.done("Namespace payments is deleted."), world.remove());
        assertNotNull(world.client().namespaces().withName(NAME).get(), "a foreign namespace is not deleted");
    }

    @Test
    void limitsTheNumberOfTenantClustersInTheApi() {
        world.team = team(
                NAME,
                TeamSpecBuilder.builder()
                        .resourceLimits(TeamSpecResourceLimitsBuilder.builder()
                                .maxClusters(0)
                                .build())
                        .build());
        world.run();

        assertEquals(
                Map.of("count/tenantclusters.butler.butlerlabs.dev", new Quantity("0")),
                world.client()
                        .resourceQuotas()
                        .inNamespace(NAME)
                        .withName("butler-team")
                        .get()
                        .getSpec()
                        .getHard());

        world.team = team(NAME, TeamSpecBuilder.builder().build());
        world.run();
        assertNull(world.client()
                .resourceQuotas()
                .inNamespace(NAME)
                .withName("butler-team")
                .get());
    }

    @Test
    void aTeamWithoutASpecHasNoMembers() {
        world.team = team(NAME, null);

        assertEquals(StepResult.done("0 tenant clusters, 0 nodes."), world.run());
        assertEquals(List.of(), subjects("butler-team-admin"));
    }

    @Test
    void countsTheTenantClustersOfItsNamespace() {
        world.run();
        world.cluster("one");
        world.cluster("two");

        assertEquals(StepResult.done("2 tenant clusters, 4 nodes."), world.run());
    }

    @Test
    void isNotDeletedWhileItHasTenantClusters() {
        world.run();
        for (int number = 1; number <= 6; number++) {
            world.cluster("c" + number);
        }

        StepResult.Waiting waiting = assertInstanceOf(StepResult.Waiting.class, world.remove());
        assertEquals("DeletionBlocked", waiting.reason());
        assertEquals("Delete the tenant clusters of the team first: c1, c2, c3, c4, c5 and 1 more.", waiting.message());
        assertTrue(!world.client().namespaces().withName(NAME).get().isMarkedForDeletion());
    }

    @Test
    void deletesItsNamespaceOnceAndWaitsForIt() {
        world.run();

        StepResult expected = StepResult.waiting(
                "NamespaceTerminating", "Waiting for the deletion of namespace payments.", Duration.ofSeconds(1));
        assertEquals(expected, world.remove());
        assertTrue(world.client().namespaces().withName(NAME).get().isMarkedForDeletion());
        int effects = world.effects().count();
        assertEquals(expected, world.remove());
        assertEquals(effects, world.effects().count());
    }

    @Test
    void reachesTheSameStateAfterACrash() {
        assertEquals(10, CrashPositions.check(World::new, World::run));
    }
}
