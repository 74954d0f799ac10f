package dev.butlerlabs.core.cli.identity;

import dev.butlerlabs.core.api.User;
import dev.butlerlabs.core.api.UserSpec;
import dev.butlerlabs.core.api.UserStatus;
import dev.butlerlabs.core.api.UserStatus.Membership;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.cli.output.ResourceTables;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.identity.change.UserClient;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Table layout of Users, and the text of one. */
public final class UserTable {
    private UserTable() {}

    /** Returns the listing; it never shows the hash of an invitation. */
    public static TableLayout<User> at(Instant now) {
        return columns(now).over(UserClient::hideInvitation);
    }

    private static TableLayout<User> columns(Instant now) {
        return ResourceTables.listing(List.of(
                Column.of("name", user -> user.getMetadata().getName()),
                Column.of("email", user -> user.getSpec().email()),
                Column.of("phase", UserTable::phase),
                Column.of("teams", user -> String.valueOf(teams(user).size())),
                Column.of("age", user -> TeamTable.age(user, now)),
                Column.wide(
                        "display-name",
                        user -> FactPrinter.orDash(user.getSpec().displayName())),
                Column.wide(
                        "provider", user -> FactPrinter.orDash(user.getSpec().ssoProvider()))));
    }

    /** Returns the phase; a user that is disabled shows it before the controller reports it. */
    private static String phase(User user) {
        return Boolean.TRUE.equals(user.getSpec().disabled())
                ? EnumWord.of(Optional.of(UserStatus.Phase.DISABLED))
                : EnumWord.of(Optional.ofNullable(user.getStatus()).map(UserStatus::phase));
    }

    private static List<Membership> teams(User user) {
        return Optional.ofNullable(user.getStatus()).map(UserStatus::teams).orElse(List.of());
    }

    /** Prints a user for people. */
    public static void print(OutputPrinter printer, User user, Instant now) {
        FactPrinter facts = new FactPrinter(printer);
        Optional<UserStatus> status = Optional.ofNullable(user.getStatus());
        UserSpec spec = user.getSpec();
        facts.fact("Name", user.getMetadata().getName());
        facts.fact("Email", spec.email());
        facts.fact("Display Name", spec.displayName());
        facts.fact("Phase", phase(user));
        facts.fact("Provider", spec.ssoProvider());
        facts.fact("Last Login", status.map(UserStatus::lastLoginTime));
        facts.fact("Groups", status.map(UserStatus::lastSeenGroups).map(groups -> String.join(", ", groups)));
        facts.fact("Age", TeamTable.age(user, now));
        facts.table(
                "Teams",
                teams(user),
                List.of(Column.of("name", Membership::name), Column.of("role", Membership::role)));
        facts.conditions(status.map(UserStatus::conditions).orElse(List.of()));
    }
}
