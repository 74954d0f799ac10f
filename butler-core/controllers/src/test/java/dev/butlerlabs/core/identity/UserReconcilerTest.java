package dev.butlerlabs.core.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.butlerlabs.core.api.SecretReference;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.api.TeamSpec.Role;
import dev.butlerlabs.core.api.TeamSpec.UserAccess;
import dev.butlerlabs.core.api.TeamSpecBuilder;
import dev.butlerlabs.core.api.User;
import dev.butlerlabs.core.api.UserSpec;
import dev.butlerlabs.core.api.UserSpecBuilder;
import dev.butlerlabs.core.api.UserStatus;
import dev.butlerlabs.core.api.UserStatus.Membership;
import dev.butlerlabs.core.api.UserStatus.Phase;
import dev.butlerlabs.core.api.UserStatusBuilder;
import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.reconcile.Steps;
import dev.butlerlabs.core.testing.SteppedClock;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class UserReconcilerTest {
    private static final Instant NOW = Instant.parse("2026-11-17T12:00:00Z");

    private final EffectLog effects = new EffectLog();
    private final InMemoryKubernetes api = InMemoryKubernetes.open(new SteppedClock(), effects, List.of());
    private final UserReconciler reconciler = new UserReconciler(api.client(), Clock.fixed(NOW, ZoneOffset.UTC));

    @AfterEach
    void close() {
        api.close();
    }

    private static User user(String name, UserSpec spec, UserStatus status) {
        User user = new User();
        user.setMetadata(new ObjectMetaBuilder().withName(name).build());
        user.setSpec(spec);
        user.setStatus(status);
        return user;
    }

    private static User ada(UserStatus status) {
        return user("ada", UserSpecBuilder.builder().email("ada@example.com").build(), status);
    }

    private void team(String name, String member) {
        Team team = new Team();
        team.setMetadata(new ObjectMetaBuilder().withName(name).build());
        team.setSpec(TeamSpecBuilder.builder()
                .access(new TeamSpec.Access(List.of(new UserAccess(member, Role.ADMIN)), List.of()))
                .build());
        api.client().resource(team).create();
    }

    private ReconcileOutcome run(User user) {
        return run(user, reconciler.scope(user));
    }

    private ReconcileOutcome run(User user, UserReconcileContext scope) {
        return new Steps<>(reconciler.steps()).run(scope, reconciler.conditions(user), 1, NOW);
    }

    private UserStatus status(User user) {
        UserReconcileContext scope = reconciler.scope(user);
        return reconciler.status(user, scope, run(user, scope));
    }

    private static Optional<String> reason(UserStatus status, String type) {
        return ConditionEditor.find(status.conditions(), type).map(Condition::getReason);
    }

    @Test
    void resolvesTheTeamsAndActivatesTheAccount() {
        team("payments", "ada");
        team("web", "bob");
        int before = effects.count();

        UserStatus status = status(ada(null));

        assertEquals(List.of(new Membership("payments", "admin")), status.teams());
        assertEquals(Phase.ACTIVE, status.phase());
        assertEquals(NOW, status.teamsResolvedAt());
        assertEquals(Optional.of("Active"), reason(status, "Ready"));
        assertEquals(before, effects.count(), "the steps write nothing");
    }

    @Test
    void keepsTheTimeOfTheTeamsWhileTheyStayTheSame() {
        team("payments", "ada");
        Instant earlier = NOW.minusSeconds(900);
        UserStatus before = UserStatusBuilder.builder()
                .teams(List.of(new Membership("payments", "admin")))
                .teamsResolvedAt(earlier)
                .loginCount(7L)
                .build();

        UserStatus status = status(ada(before));
        assertEquals(earlier, status.teamsResolvedAt());
        assertEquals(7L, status.loginCount(), "fields about logins stay");
    }

    @Test
    void aTeamThatCannotBeDecodedDoesNotHideTheOthers() {
        team("payments", "ada");
        GenericKubernetesResource odd = new GenericKubernetesResource();
        odd.setApiVersion("butler.butlerlabs.dev/v1alpha1");
        odd.setKind("Team");
        odd.setMetadata(new ObjectMetaBuilder().withName("odd").build());
        odd.setAdditionalProperty("spec", Map.of("resourceLimits", Map.of("maxClusters", 4_000_000_000L)));
        api.client().resource(odd).create();

        User ada = ada(null);
        UserReconcileContext scope = reconciler.scope(ada);
        ReconcileOutcome outcome = run(ada, scope);

        assertEquals(ReconcileOutcome.Stage.READY, outcome.stage());
        assertEquals(Optional.of(List.of(new Membership("payments", "admin"))), scope.teams());
        assertTrue(ConditionEditor.find(outcome.conditions(), "TeamsResolved")
                .orElseThrow()
                .getMessage()
                .contains("Team odd cannot be decoded"));
    }

    @Test
    void reportsAnEmailAddressOfTwoUsers() {
        api.client()
                .resource(user(
                        "ada-2",
                        UserSpecBuilder.builder().email("ADA@example.com").build(),
                        null))
                .create();

        ReconcileOutcome outcome = run(ada(null));
        assertEquals(
                Optional.of(
                        StepResult.failed(
                                "EmailInUse",
                                "The email address ada@example.com is also that of User ada-2. Delete one of them or change its address.")),
                outcome.failure());
    }

    @Test
    void aDisabledAccountHasNoTeamsAndIsReconciled() {
        team("payments", "ada");
        UserStatus status = status(user(
                "ada",
                UserSpecBuilder.builder()
                        .email("ada@example.com")
                        .disabled(true)
                        .build(),
                UserStatusBuilder.builder().lockedUntil(NOW.plusSeconds(9)).build()));

        assertEquals(Phase.DISABLED, status.phase());
        assertEquals(List.of(), status.teams());
        assertEquals(Optional.of("Disabled"), reason(status, "Ready"));
    }

    @Test
    void aLockEndsAtItsTime() {
        UserStatus locked =
                UserStatusBuilder.builder().lockedUntil(NOW.plusSeconds(90)).build();

        assertEquals(
                Optional.of(new ReconcileOutcome.Stop(
                        "AccountChecked",
                        StepResult.waiting(
                                "Locked",
                                "The account is locked until 2026-11-17T12:01:30Z.",
                                Duration.ofSeconds(90)))),
                run(ada(locked)).stop());
        assertEquals(Phase.LOCKED, status(ada(locked)).phase());
        UserStatus over = UserStatusBuilder.builder().lockedUntil(NOW).build();
        assertEquals(Phase.ACTIVE, status(ada(over)).phase());
    }

    @Test
    void anInvitationIsPendingUntilItExpiresOrIsAccepted() {
        UserStatusBuilder invited = UserStatusBuilder.builder()
                .inviteSentAt(NOW.minusSeconds(60))
                .inviteTokenHash(new SensitiveText("hash"))
                .inviteExpiresAt(NOW.plusSeconds(60));
        UserStatus pending = status(ada(invited.build()));
        assertEquals(Phase.PENDING, pending.phase());
        assertEquals(Optional.of("InvitePending"), reason(pending, "Ready"));
        assertTrue(ConditionEditor.isTrue(pending.conditions(), "InvitePending"));

        UserStatus expired = status(ada(invited.inviteExpiresAt(NOW).build()));
        assertEquals(Optional.of("InviteExpired"), reason(expired, "Ready"));
        assertTrue(ConditionEditor.isTrue(expired.conditions(), "InviteExpired"));

        UserStatus accepted = status(ada(invited.passwordSecretRef(new SecretReference("ada", null, null))
                .conditions(expired.conditions())
                .build()));
        assertEquals(Phase.ACTIVE, accepted.phase());
        assertEquals(Optional.empty(), reason(accepted, "InviteExpired"));
    }
}
