package dev.butlerlabs.core.tenant.expiry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.api.TenantClusterStatusBuilder;
import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.embedded.testing.ProcessCrash;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.reconcile.ReconcileFilter;
import dev.butlerlabs.core.tenant.access.AccessCheckRepository;
import dev.butlerlabs.core.tenant.access.TenantAccessClient;
import dev.butlerlabs.core.tenant.access.TenantAccessEntry;
import dev.butlerlabs.core.tenant.access.TenantAccessGrant;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class GrantExpiryTest {
    private static final Instant END = Instant.EPOCH.plusSeconds(2);
    private static final Instant SECOND_CHECK = END.plus(Duration.ofMinutes(5));
    private static final TenantAccessGrant CI = GrantWorld.token("ci", "view", "apps");

    private final GrantWorld world = new GrantWorld();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void endsAGrantAtItsTimeAndNotBefore() {
        world.grant(CI, END);
        world.clock.pass(1);
        world.expire();
        assertThat(world.grants()).hasSize(1);

        world.clock.pass(1);
        world.expire();

        assertThat(world.grants()).isEmpty();
        assertThat(world.accounts()).isEmpty();
        assertThat(world.checks()).hasValue(SECOND_CHECK.toString());
        world.clock.pass(300);
        world.expire();
        assertThat(world.checks()).isEmpty();
    }

    @Test
    void leavesTheTenantClusterAloneUntilACheckIsDue() {
        world.grant(CI, END);
        int requests = world.tenant.requests().size();

        world.expire();

        assertThat(world.tenant.requests()).hasSize(requests);
    }

    @Test
    void endsTheGrantOfAUserAndKeepsGrantsWithoutEnd() {
        world.grant(GrantWorld.user("alice", "view"), END);
        world.grantForever(GrantWorld.user("bob", "view"));
        world.clock.pass(2);

        world.expire();

        assertThat(world.grants()).extracting(entry -> entry.grant().name()).containsExactly("bob");
    }

    @Test
    void anAccountEndsWithItsLastGrant() {
        world.grant(CI, END);
        world.grant(GrantWorld.token("ci", "edit", "apps"), END.plusSeconds(10));
        world.clock.pass(2);
        world.expire();
        assertThat(world.grants()).extracting(entry -> entry.grant().role()).containsExactly("edit");
        assertThat(world.accounts()).containsExactly("ci");

        world.clock.pass(10);
        world.expire();

        assertThat(world.accounts()).isEmpty();
    }

    @Test
    void anAccountWithoutEndEndsWithItsLastGrantToo() {
        world.grantForever(GrantWorld.token("ci", "edit", "apps"));
        world.grant(CI, END);
        new TenantAccessClient(world.tenant.client()).revoke("ci", Optional.of("edit"));
        assertThat(world.accounts()).containsExactly("ci");
        world.clock.pass(2);

        world.expire();

        assertThat(world.accounts()).isEmpty();
    }

    @Test
    void aRenewedGrantEndsAtItsNewTime() {
        world.grant(CI, END);
        world.grant(CI, END.plusSeconds(60));
        world.clock.pass(2);
        world.expire();
        assertThat(world.grants())
                .extracting(TenantAccessEntry::until)
                .containsExactly(Optional.of(END.plusSeconds(60)));

        world.grantForever(CI);
        world.clock.pass(3600);
        world.expire();

        assertThat(world.grants()).extracting(TenantAccessEntry::until).containsExactly(Optional.empty());
    }

    @Test
    @Tag("slow")
    void aGrantIsWholeAfterACrashAtAnyWriteAndARepetition() {
        int positions = CrashPositions.check(GrantWorld::new, crashing -> crashing.grant(CI, END));

        // the plan, the namespace, the account and the binding
        assertThat(positions).isEqualTo(4);
    }

    @Test
    void afterACrashAtAnyWriteTheGrantEndsAtItsTime() {
        forEachCrash(crashed -> {
            crashed.clock.pass(2);
            crashed.expire();
            crashed.clock.pass(300);
            crashed.expire();
            assertThat(crashed.checks()).isEmpty();
        });
    }

    @Test
    void afterACrashAtAnyWriteRevokeRemovesTheGrant() {
        forEachCrash(crashed -> crashed.revoke("ci"));
    }

    private static void forEachCrash(Consumer<GrantWorld> recovery) {
        for (int position = 1; position <= 4; position++) {
            try (GrantWorld crashed = new GrantWorld()) {
                crashed.effects().crashAfter(position);
                assertThatThrownBy(() -> crashed.grant(CI, END)).isInstanceOf(ProcessCrash.class);
                crashed.effects().restart();

                recovery.accept(crashed);

                assertThat(crashed.grants()).as("after effect %d", position).isEmpty();
                assertThat(crashed.accounts()).as("after effect %d", position).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PATCH /apis/butler.butlerlabs.dev",
                "PATCH /api/v1/namespaces/butler-access",
                "serviceaccounts/ci",
                "PATCH /apis/rbac.authorization.k8s.io",
                "/serviceaccounts/ci/token",
            })
    void aRejectedWriteLeavesNothing(String write) {
        List.of(world.management, world.tenant).forEach(api -> api.reject(write, 500, "InternalError"));
        assertThatThrownBy(() -> world.grant(CI, END)).isInstanceOf(ButlerException.class);
        List.of(world.management, world.tenant).forEach(api -> api.acceptAll());

        assertThat(world.grants()).isEmpty();
        assertThat(world.accounts()).isEmpty();
    }

    @Test
    void aFailedRenewalKeepsTheFormerEnd() {
        world.grant(CI, END);
        world.tenant.reject("/token", 500, "InternalError");
        assertThatThrownBy(() -> world.grant(CI, END.plusSeconds(60))).isInstanceOf(ButlerException.class);
        world.tenant.acceptAll();

        assertThat(world.grants()).extracting(TenantAccessEntry::until).containsExactly(Optional.of(END));
    }

    @Test
    void aCheckThatFailedStaysPlanned() {
        world.grant(CI, END);
        world.clock.pass(2);
        world.tenant.reject("DELETE", 503, "ServiceUnavailable");
        assertThatThrownBy(world::expire).isInstanceOf(ButlerException.class);
        assertThat(world.checks()).hasValueSatisfying(text -> assertThat(text).startsWith(END.toString()));
        world.tenant.acceptAll();

        world.expire();

        assertThat(world.grants()).isEmpty();
    }

    @Test
    void theStepReachesTheSameStateAfterACrashAtAnyDeletion() {
        CrashPositions.check(
                () -> {
                    GrantWorld granted = new GrantWorld();
                    granted.grant(CI, END);
                    granted.clock.pass(2);
                    return granted;
                },
                GrantWorld::expire);
    }

    @Test
    void repairsADamagedPlan() {
        world.grant(CI, END.plusSeconds(60));
        plan("soon");

        world.expire();

        assertThat(world.grants()).hasSize(1);
        assertThat(world.checks()).hasValue(END.plusSeconds(60).toString());
    }

    private void plan(String value) {
        world.management
                .client()
                .resource(world.cluster())
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\":{\"annotations\":{\"%s\":\"%s\"}}}".formatted(Annotations.ACCESS_CHECKS, value));
    }

    @Test
    void doesNotRemoveAPlanThatAnotherProcessAddsAtTheSameTime() {
        world.grant(CI, END);
        boolean[] raced = {false};
        new AccessCheckRepository(world.management.client(), "test").change(GrantWorld.CLUSTER, planned -> {
            if (!raced[0]) {
                raced[0] = true;
                world.grant(GrantWorld.user("late", "view"), END.plusSeconds(60));
            }
            return planned.after(SECOND_CHECK.plusSeconds(1));
        });

        assertThat(world.checks())
                .hasValueSatisfying(text -> assertThat(text)
                        .isEqualTo(
                                END.plusSeconds(60).plus(Duration.ofMinutes(5)).toString()));
    }

    @ParameterizedTest
    @EnumSource(
            value = Phase.class,
            names = {"HIBERNATING", "HIBERNATED", "PENDING", "PROVISIONING"})
    void doesNotContactAClusterWhoseControlPlaneMayNotRun(Phase phase) {
        world.grant(CI, END);
        GrantExpiryReconciler reconciler =
                new GrantExpiryReconciler(world.management.client(), cluster -> world.tenant.client(), world.clock);
        TenantCluster cluster = world.cluster();
        cluster.setStatus(TenantClusterStatusBuilder.builder().phase(phase).build());

        assertThat(reconciler.concern(cluster)).isEqualTo(ReconcileFilter.FOREIGN);
        cluster.setStatus(
                TenantClusterStatusBuilder.builder().phase(Phase.UPDATING).build());
        assertThat(reconciler.concern(cluster)).isEqualTo(ReconcileFilter.OURS);
        cluster.getMetadata().getAnnotations().put(Annotations.HIBERNATED, END.toString());
        assertThat(reconciler.concern(cluster)).isEqualTo(ReconcileFilter.FOREIGN);
    }

    @Test
    void waitsUntilTheNextCheck() {
        world.grant(CI, END);
        GrantExpiryReconciler reconciler =
                new GrantExpiryReconciler(world.management.client(), cluster -> world.tenant.client(), world.clock);

        assertThat(reconciler.concern(world.cluster())).isEqualTo(ReconcileFilter.OURS);
        assertThat(reconciler.rest(world.cluster())).hasValue(Duration.ofSeconds(2));
        world.clock.pass(2);
        assertThat(reconciler.rest(world.cluster())).isEmpty();
    }

    @Test
    void reportsTheStateOfGrants() {
        world.grant(CI, END);
        TenantAccessEntry entry = world.grants().getFirst();

        assertThat(entry.state(END.minusSeconds(1))).isEqualTo(TenantAccessEntry.State.ACTIVE);
        assertThat(entry.state(END)).isEqualTo(TenantAccessEntry.State.EXPIRED);
        assertThat(entry.document(END))
                .isEqualTo(Map.of(
                        "name",
                        "ci",
                        "kind",
                        "token",
                        "role",
                        "view",
                        "within",
                        "apps",
                        "until",
                        END.toString(),
                        "grantedBy",
                        "ada",
                        "state",
                        "expired"));
    }
}
