package dev.butlerlabs.core.identity;

import dev.butlerlabs.core.api.ConditionTypes;
import dev.butlerlabs.core.api.UserStatus;
import dev.butlerlabs.core.api.UserStatus.Membership;
import dev.butlerlabs.core.api.UserStatusBuilder;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** Renders the status of a User. Fields about logins keep their values. Pure functions. */
final class UserStatusRenderer {
    private UserStatusRenderer() {}

    static UserStatus render(UserReconcileContext scope, ReconcileOutcome outcome) {
        UserStatus before = Optional.ofNullable(scope.user().getStatus())
                .orElseGet(() -> UserStatusBuilder.builder().build());
        UserStatusBuilder status = UserStatusBuilder.builder(before)
                .phase(scope.account().phase(outcome.time()))
                .conditions(conditions(scope.account(), outcome));
        scope.teams()
                .filter(teams -> before.teamsResolvedAt() == null || !teams.equals(before.teams()))
                .ifPresent(teams -> resolved(status, teams, outcome));
        return status.build();
    }

    private static void resolved(UserStatusBuilder status, List<Membership> teams, ReconcileOutcome outcome) {
        status.teams(teams).teamsResolvedAt(outcome.time().truncatedTo(ChronoUnit.SECONDS));
    }

    /** Adds the conditions of an invitation while one is outstanding. */
    private static List<Condition> conditions(UserAccount account, ReconcileOutcome outcome) {
        if (!account.invited()) {
            return ConditionEditor.remove(
                    ConditionEditor.remove(outcome.conditions(), ConditionTypes.INVITE_PENDING),
                    ConditionTypes.INVITE_EXPIRED);
        }
        boolean expired = account.isExpired(outcome.time());
        List<Condition> pending = set(outcome.conditions(), ConditionTypes.INVITE_PENDING, !expired, outcome);
        return set(pending, ConditionTypes.INVITE_EXPIRED, expired, outcome);
    }

    private static List<Condition> set(List<Condition> list, String type, boolean value, ReconcileOutcome outcome) {
        return ConditionEditor.set(
                list,
                type,
                value ? ConditionEditor.TRUE : ConditionEditor.FALSE,
                "Invitation",
                "",
                outcome.generation(),
                outcome.time());
    }
}
