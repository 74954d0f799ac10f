package dev.butlerlabs.core.team;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.api.TeamSpec.Role;
import dev.butlerlabs.core.api.TeamSpec.UserAccess;
import dev.butlerlabs.core.api.User;
import dev.butlerlabs.core.api.UserSpecBuilder;
import dev.butlerlabs.core.kube.DecodedList;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.UndecodableObject;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class TeamUsersTest {
    private static final UndecodableObject ODD =
            new UndecodableObject("User", new ObjectName(Optional.empty(), "odd"), "spec.disabled: not a boolean");
    private static final TeamUsers USERS = TeamUsers.of(new DecodedList<>(
            List.of(user("ada", "ada@example.com", false), user("gone", "gone@example.com", true)), List.of(ODD)));

    private static User user(String name, String email, boolean disabled) {
        User user = new User();
        user.setMetadata(new ObjectMetaBuilder().withName(name).build());
        user.setSpec(UserSpecBuilder.builder().email(email).disabled(disabled).build());
        return user;
    }

    @Test
    void knowsAUserByTheEmailAddressAndOthersByTheirName() {
        assertEquals(Optional.of("ada@example.com"), USERS.identity("ada"));
        assertEquals(Optional.of("bob@example.com"), USERS.identity("bob@example.com"));
    }

    @Test
    void bindsNeitherADisabledUserNorOneThatCannotBeDecoded() {
        assertEquals(Optional.empty(), USERS.identity("gone"));
        assertEquals(Optional.empty(), USERS.identity("odd"));
    }

    @Test
    void doesNotBindADisabledUserWhoIsNamedByTheEmailAddress() {
        assertEquals(Optional.empty(), USERS.identity("gone@example.com"));
        assertEquals(Optional.empty(), USERS.identity("Gone@Example.com"));
    }

    @Test
    void aChangeOfAUserWakesTheTeamsThatNameTheUserOrTheEmailAddress() {
        TeamMemberIndex index = new TeamMemberIndex();
        index.record("by-name", access("gone"));
        index.record("by-address", access("Gone@example.com"));
        index.record("other", access("ada"));

        assertEquals(Set.of("by-name", "by-address"), index.teamsOf(user("gone", "gone@example.com", true)));
        User undecodable = new User();
        undecodable.setMetadata(new ObjectMetaBuilder().withName("gone").build());
        assertEquals(Set.of("by-name"), index.teamsOf(undecodable));
    }

    @Test
    void namesOnlyTheMembersOfTheTeamThatCannotBeDecoded() {
        assertEquals(List.of(ODD), USERS.undecodable(access("ada", "odd", "odd")));
        assertEquals(List.of(), USERS.undecodable(access("ada")));
    }

    private static TeamSpec.Access access(String... names) {
        return new TeamSpec.Access(
                List.of(names).stream()
                        .map(name -> new UserAccess(name, Role.VIEWER))
                        .toList(),
                List.of());
    }
}
