package dev.butlerlabs.core.identity;

import dev.butlerlabs.core.api.User;
import dev.butlerlabs.core.api.UserStatus.Membership;
import java.util.List;
import java.util.Optional;

/** Holds the state of one reconciliation of a User. */
final class UserReconcileContext {
    private final User user;
    private final UserAccount account;
    private Optional<List<Membership>> teams = Optional.empty();

    UserReconcileContext(User user) {
        this.user = user;
        this.account = UserAccount.of(user);
    }

    User user() {
        return user;
    }

    UserAccount account() {
        return account;
    }

    void resolved(List<Membership> found) {
        teams = Optional.of(List.copyOf(found));
    }

    /** Returns the teams; empty if they were not resolved this time. */
    Optional<List<Membership>> teams() {
        return teams;
    }
}
