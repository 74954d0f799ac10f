package dev.butlerlabs.core.identity.change;

import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.api.TeamSpec.Access;
import dev.butlerlabs.core.api.TeamSpec.GroupAccess;
import dev.butlerlabs.core.api.TeamSpec.UserAccess;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Changes the access list of a team. Pure functions. */
public final class TeamMembers {
    private TeamMembers() {}

    /** Returns the members, users before groups. */
    public static List<TeamMember> of(Team team) {
        Access access = access(team);
        return Stream.concat(
                        access.users().stream().map(TeamMember::of),
                        access.groups().stream().map(TeamMember::of))
                .toList();
    }

    static Optional<TeamMember> find(Team team, String name, boolean group) {
        return of(team).stream()
                .filter(member -> member.group() == group && member.name().equals(name))
                .findFirst();
    }

    private static Access access(Team team) {
        return Optional.ofNullable(team.getSpec()).map(TeamSpec::access).orElseGet(() -> new Access(null, null));
    }

    /** Returns the changed fields of the team with a member added, or with another role; none if it has this role. */
    static Map<String, Object> with(Team team, TeamMember member) {
        if (find(team, member.name(), member.group()).filter(member::equals).isPresent()) {
            return Map.of();
        }
        Access access = access(team);
        if (member.group()) {
            List<GroupAccess> groups = new ArrayList<>(without(access.groups(), member.name()));
            groups.add(new GroupAccess(member.name(), member.role(), provider(access, member.name())));
            return groupFields(groups);
        }
        List<UserAccess> users = new ArrayList<>(access.users().stream()
                .filter(user -> !user.name().equals(member.name()))
                .toList());
        users.add(new UserAccess(member.name(), member.role()));
        return userFields(users);
    }

    /** Returns the changed fields of the team without a member. */
    static Map<String, Object> without(Team team, TeamMember member) {
        Access access = access(team);
        return member.group()
                ? groupFields(without(access.groups(), member.name()))
                : userFields(access.users().stream()
                        .filter(user -> !user.name().equals(member.name()))
                        .toList());
    }

    private static List<GroupAccess> without(List<GroupAccess> groups, String name) {
        return groups.stream().filter(group -> !group.name().equals(name)).toList();
    }

    /** A group keeps its identity provider when its role changes. */
    private static String provider(Access access, String name) {
        return access.groups().stream()
                .filter(group -> group.name().equals(name))
                .flatMap(group -> Stream.ofNullable(group.identityProvider()))
                .findFirst()
                .orElse(null);
    }

    private static Map<String, Object> userFields(List<UserAccess> users) {
        return Map.of("spec", Map.of("access", Map.of("users", users)));
    }

    private static Map<String, Object> groupFields(List<GroupAccess> groups) {
        return Map.of("spec", Map.of("access", Map.of("groups", groups)));
    }
}
