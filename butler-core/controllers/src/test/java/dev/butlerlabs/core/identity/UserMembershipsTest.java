package dev.butlerlabs.core.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.api.TeamSpec.GroupAccess;
import dev.butlerlabs.core.api.TeamSpec.Role;
import dev.butlerlabs.core.api.TeamSpec.UserAccess;
import dev.butlerlabs.core.api.TeamSpecBuilder;
import dev.butlerlabs.core.api.User;
import dev.butlerlabs.core.api.UserSpecBuilder;
import dev.butlerlabs.core.api.UserStatus.Membership;
import dev.butlerlabs.core.api.UserStatusBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class UserMembershipsTest {
    private static final User ADA = user(false, List.of("devs", "ops"));

    private static User user(boolean disabled, List<String> groups) {
        User user = new User();
        user.setMetadata(new ObjectMetaBuilder().withName("ada").build());
        user.setSpec(UserSpecBuilder.builder()
                .email("ada@example.com")
                .ssoProvider("corporate")
                .disabled(disabled)
                .build());
        user.setStatus(UserStatusBuilder.builder().lastSeenGroups(groups).build());
        return user;
    }

    private static Team team(String name, List<UserAccess> users, List<GroupAccess> groups) {
        Team team = new Team();
        team.setMetadata(new ObjectMetaBuilder().withName(name).build());
        team.setSpec(TeamSpecBuilder.builder()
                .access(new TeamSpec.Access(users, groups))
                .build());
        return team;
    }

    @Test
    void findsTeamsByNameByEmailAddressAndByGroup() {
        List<Team> teams = List.of(
                team("web", List.of(new UserAccess("ada", Role.OPERATOR)), List.of()),
                team("api", List.of(new UserAccess("Ada@Example.com", null)), List.of()),
                team("ops", List.of(), List.of(new GroupAccess("ops", Role.ADMIN, null))),
                team("other", List.of(new UserAccess("bob", Role.ADMIN)), List.of()));

        assertEquals(
                List.of(
                        new Membership("api", "viewer"),
                        new Membership("ops", "admin"),
                        new Membership("web", "operator")),
                UserMemberships.of(ADA, teams));
    }

    @Test
    void theStrongestRoleWins() {
        Team team = team(
                "web",
                List.of(new UserAccess("ada", Role.VIEWER)),
                List.of(new GroupAccess("devs", Role.OPERATOR, null), new GroupAccess("ops", null, null)));

        assertEquals(List.of(new Membership("web", "operator")), UserMemberships.of(ADA, List.of(team)));
    }

    @Test
    void aGroupOfAnotherIdentityProviderIsAnotherGroup() {
        Team foreign = team("web", List.of(), List.of(new GroupAccess("ops", Role.ADMIN, "partner")));
        Team own = team("api", List.of(), List.of(new GroupAccess("ops", Role.ADMIN, "corporate")));

        assertEquals(List.of(new Membership("api", "admin")), UserMemberships.of(ADA, List.of(foreign, own)));
    }

    @Test
    void aDisabledUserHasNoTeams() {
        Team team = team("web", List.of(new UserAccess("ada", Role.ADMIN)), List.of());

        assertEquals(List.of(), UserMemberships.of(user(true, List.of()), List.of(team)));
    }

    @Test
    void aChangeOfATeamAffectsItsFormerAndItsNewMembers() {
        UserIndex index = new UserIndex();
        index.record(ADA, List.of(new Membership("former", "admin")));

        assertEquals(Set.of("ada"), index.affectedBy(team("former", List.of(), List.of())));
        assertEquals(
                Set.of("ada"), index.affectedBy(team("new", List.of(new UserAccess("ada", Role.VIEWER)), List.of())));
        assertEquals(Set.of(), index.affectedBy(team("other", List.of(), List.of())));
        Team undecodable = new Team();
        undecodable.setMetadata(new ObjectMetaBuilder().withName("former").build());
        assertEquals(Set.of("ada"), index.affectedBy(undecodable));
    }
}
