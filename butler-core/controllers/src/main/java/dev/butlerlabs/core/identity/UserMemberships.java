package dev.butlerlabs.core.identity;

import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.api.TeamSpec.Role;
import dev.butlerlabs.core.api.User;
import dev.butlerlabs.core.api.UserStatus;
import dev.butlerlabs.core.api.UserStatus.Membership;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the teams of a user. Pure functions. */
final class UserMemberships {
    private UserMemberships() {}

    /** Returns the teams, sorted by name, each with the strongest role that the user has in it. A disabled user has none. */
    static List<Membership> of(User user, List<Team> teams) {
        if (Boolean.TRUE.equals(user.getSpec().disabled())) {
            return List.of();
        }
        return teams.stream()
                .flatMap(team ->
                        role(user, team)
                                .map(role -> new Membership(team.getMetadata().getName(), word(role)))
                                .stream())
                .sorted(Comparator.comparing(Membership::name))
                .toList();
    }

    /** Returns the strongest role of a user in a team; empty if the user is not a member. */
    static Optional<Role> role(User user, Team team) {
        return Optional.ofNullable(team.getSpec())
                .map(TeamSpec::access)
                .flatMap(access -> Stream.concat(asUser(user, access), asGroupMember(user, access))
                        .map(role -> Objects.requireNonNullElse(role, Role.VIEWER))
                        .min(Comparator.naturalOrder()));
    }

    private static Stream<Role> asUser(User user, TeamSpec.Access access) {
        return access.users().stream()
                .filter(member -> member.name().equals(user.getMetadata().getName())
                        || member.name().equalsIgnoreCase(user.getSpec().email()))
                .map(member -> Objects.requireNonNullElse(member.role(), Role.VIEWER));
    }

    private static Stream<Role> asGroupMember(User user, TeamSpec.Access access) {
        List<String> groups = Optional.ofNullable(user.getStatus())
                .map(UserStatus::lastSeenGroups)
                .orElse(List.of());
        return access.groups().stream()
                .filter(group -> groups.contains(group.name()))
                .filter(group -> group.identityProvider() == null
                        || group.identityProvider().equals(user.getSpec().ssoProvider()))
                .map(group -> Objects.requireNonNullElse(group.role(), Role.VIEWER));
    }

    private static String word(Role role) {
        return role.name().toLowerCase(Locale.ROOT);
    }
}
