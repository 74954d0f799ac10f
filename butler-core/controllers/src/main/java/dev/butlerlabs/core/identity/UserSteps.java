package dev.butlerlabs.core.identity;

import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.User;
import dev.butlerlabs.core.api.UserStatus.Membership;
import dev.butlerlabs.core.kube.DecodedList;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.LenientDecoder;
import dev.butlerlabs.core.kube.UndecodableObject;
import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Collectors;

/** The steps of a User. They only read; the status is the result. */
final class UserSteps {
    private static final Duration RECHECK = Duration.ofMinutes(10);

    private final KubernetesClient client;
    private final UserIndex index;
    private final InstantSource clock;

    UserSteps(KubernetesClient client, UserIndex index, InstantSource clock) {
        this.client = client;
        this.index = index;
        this.clock = clock;
    }

    /** Finds the teams that name the user, the email address, or a group of the last login. */
    StepResult teams(UserReconcileContext scope) {
        DecodedList<Team> teams = list(Team.class);
        List<Membership> found = UserMemberships.of(scope.user(), teams.items());
        index.record(scope.user(), found);
        scope.resolved(found);
        return StepResult.done(
                "Member of %s.".formatted(CountFormatter.of(found.size(), "team")) + problems(teams.undecodable()));
    }

    /** Rejects an email address of two users: disabling one would not revoke the access of the other. */
    StepResult email(UserReconcileContext scope) {
        String email = scope.user().getSpec().email();
        List<String> others = list(User.class).items().stream()
                .filter(other -> email.equalsIgnoreCase(other.getSpec().email()))
                .map(other -> other.getMetadata().getName())
                .filter(name -> !name.equals(scope.user().getMetadata().getName()))
                .sorted()
                .toList();
        return others.isEmpty()
                ? StepResult.done()
                : StepResult.failed(
                        "EmailInUse",
                        "The email address %s is also that of User %s. Delete one of them or change its address."
                                .formatted(email, String.join(", ", others)));
    }

    /** Reports the state of the account. */
    StepResult account(UserReconcileContext scope) {
        Instant now = clock.instant();
        UserAccount account = scope.account();
        Duration again = account.remaining(now).orElse(RECHECK);
        return switch (account.phase(now)) {
            case ACTIVE -> StepResult.done("Active", "The account is active.");
            case DISABLED -> StepResult.done("Disabled", "The account is disabled.");
            case LOCKED ->
                StepResult.waiting("Locked", "The account is locked until %s.".formatted(time(account)), again);
            case PENDING ->
                account.isExpired(now)
                        ? StepResult.failed("InviteExpired", "The invitation has expired. Send a new one.")
                        : StepResult.waiting("InvitePending", "The user has not accepted the invitation yet.", again);
        };
    }

    private static String time(UserAccount account) {
        return ConditionEditor.timestamp(account.lockedUntil().orElseThrow());
    }

    private <T extends CustomResource<?, ?>> DecodedList<T> list(Class<T> type) {
        return DecodedList.of(KubeErrorMapper.translating(
                "listing " + HasMetadata.getPlural(type),
                () -> LenientDecoder.over(client).resources(type).list().getItems()));
    }

    private static String problems(List<UndecodableObject> undecodable) {
        return undecodable.stream().map(object -> " " + object + ".").collect(Collectors.joining());
    }
}
