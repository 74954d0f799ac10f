package dev.butlerlabs.core.identity;

import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.User;
import dev.butlerlabs.core.api.UserStatus;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.Watch;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Resolves the teams of each User and reports the state of the account. */
public final class UserReconciler implements ReconcilerDefinition<User, UserStatus, UserReconcileContext> {
    private final UserIndex index = new UserIndex();
    private final UserSteps steps;

    public UserReconciler(KubernetesClient client, InstantSource clock) {
        this.steps = new UserSteps(client, index, clock);
    }

    @Override
    public String name() {
        return "user";
    }

    @Override
    public Class<User> kind() {
        return User.class;
    }

    @Override
    public UserReconcileContext scope(User user) {
        return new UserReconcileContext(user);
    }

    @Override
    public List<Step<UserReconcileContext>> steps() {
        return List.of(
                Step.of("TeamsResolved", steps::teams),
                Step.of("EmailUnique", steps::email),
                Step.of("AccountChecked", steps::account));
    }

    @Override
    public List<Condition> conditions(User user) {
        return Optional.ofNullable(user.getStatus()).map(UserStatus::conditions).orElse(List.of());
    }

    @Override
    public UserStatus status(User user, UserReconcileContext scope, ReconcileOutcome outcome) {
        return UserStatusRenderer.render(scope, outcome);
    }

    @Override
    public List<Watch<?>> watches() {
        return List.of(new Watch<>(
                Team.class,
                Optional.empty(),
                team -> index.affectedBy(team).stream()
                        .map(name -> new ObjectName(Optional.empty(), name))
                        .collect(Collectors.toUnmodifiableSet())));
    }
}
