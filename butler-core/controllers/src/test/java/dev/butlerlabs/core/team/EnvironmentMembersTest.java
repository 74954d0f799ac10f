package dev.butlerlabs.core.team;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.api.TeamSpec.Access;
import dev.butlerlabs.core.api.TeamSpec.GroupAccess;
import dev.butlerlabs.core.api.TeamSpec.Role;
import dev.butlerlabs.core.api.TeamSpec.UserAccess;
import dev.butlerlabs.core.api.TeamSpecBuilder;
import dev.butlerlabs.core.api.TeamSpecEnvironmentBuilder;
import dev.butlerlabs.core.api.User;
import dev.butlerlabs.core.api.UserSpecBuilder;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class EnvironmentMembersTest {
    private static final TeamUsers NO_USERS = new TeamUsers(Map.of(), Map.of());

    private static UserAccess user(String name, Role role) {
        return new UserAccess(name, role);
    }

    private static GroupAccess group(String name, Role role) {
        return new GroupAccess(name, role, null);
    }

    private static TeamSpec.Environment environment(String name, List<UserAccess> users, List<GroupAccess> groups) {
        return TeamSpecEnvironmentBuilder.builder()
                .name(name)
                .access(new Access(users, groups))
                .build();
    }

    private static TeamSpec spec(TeamSpec.Environment... environments) {
        return TeamSpecBuilder.builder()
                .access(new Access(
                        List.of(user("ada", Role.ADMIN), user("eve", Role.VIEWER)),
                        List.of(group("builders", Role.OPERATOR))))
                .environments(List.of(environments))
                .build();
    }

    private static EnvironmentMembers members(TeamSpec spec) {
        return EnvironmentMembers.of(spec, NO_USERS);
    }

    private static List<String> names(List<Subject> subjects) {
        return subjects.stream().map(Subject::getName).toList();
    }

    @Test
    void restrictsOperatorsToTheirEnvironments() {
        EnvironmentMembers members = members(spec(
                environment("staging", List.of(user("bob", Role.OPERATOR), user("zoe", null)), List.of()),
                environment("prod", List.of(user("bob", Role.ADMIN)), List.of(group("oncall", Role.OPERATOR)))));

        assertThat(names(members.operators())).containsExactly("oncall", "bob");
        assertThat(names(members.viewers())).containsExactly("zoe");
        assertThat(members.rules())
                .containsEntry(EnvironmentMembers.ENVIRONMENTS, "Group:oncall\tprod\nUser:bob\tprod,staging")
                .containsEntry(EnvironmentMembers.UNRESTRICTED, "Group:builders\nUser:ada");
    }

    @Test
    void knowsUsersByTheirAddressAndLeavesOutDisabledOnes() {
        TeamUsers users = new TeamUsers(
                Map.of("bob", account("bob", "bob@example.com", false), "max", account("max", "max@example.com", true)),
                Map.of());

        EnvironmentMembers members = EnvironmentMembers.of(
                spec(environment(
                        "staging", List.of(user("bob", Role.OPERATOR), user("max", Role.OPERATOR)), List.of())),
                users);

        assertThat(names(members.operators())).containsExactly("bob@example.com");
    }

    private static User account(String name, String email, boolean disabled) {
        User user = new User();
        user.setMetadata(new ObjectMetaBuilder().withName(name).build());
        user.setSpec(UserSpecBuilder.builder().email(email).disabled(disabled).build());
        return user;
    }

    @Test
    void bindsNoNameThatWouldChangeTheRules() {
        EnvironmentMembers members = members(spec(environment(
                "staging",
                List.of(user("bob\tprod", Role.OPERATOR), user("bob\nUser:eve", Role.OPERATOR)),
                List.of())));

        assertThat(members.isEmpty()).isTrue();
    }

    @Test
    void aTeamWithoutSuchMembersGetsNoObjects() {
        try (InMemoryKubernetes api = InMemoryKubernetes.open()) {
            bind(api, members(spec(environment("staging", List.of(), List.of()))), true);

            assertThat(api.effects().count()).isZero();
        }
    }

    @Test
    void bindsOperatorsOnlyWhileThePolicyExists() {
        try (InMemoryKubernetes api = InMemoryKubernetes.open()) {
            api.client()
                    .resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName("payments")
                            .endMetadata()
                            .build())
                    .create();
            EnvironmentMembers members =
                    members(spec(environment("staging", List.of(user("bob", Role.OPERATOR)), List.of())));
            bind(api, members, true);
            assertThat(names(binding(api).getSubjects())).containsExactly("bob");
            assertThat(binding(api).getRoleRef().getName()).isEqualTo("butler-team-environment");

            bind(api, members, false);
            assertThat(binding(api).getSubjects()).isEmpty();
            bind(api, members, true);
            bind(api, members(spec()), true);
            assertThat(binding(api).getSubjects()).isEmpty();
        }
    }

    private static void bind(InMemoryKubernetes api, EnvironmentMembers members, boolean isRestricted) {
        new EnvironmentBindings(api.client(), new TeamObjectClient(api.client()))
                .bind("payments", members, isRestricted);
    }

    private static RoleBinding binding(InMemoryKubernetes api) {
        return api.client()
                .rbac()
                .roleBindings()
                .inNamespace("payments")
                .withName(EnvironmentBindings.ROLE)
                .get();
    }
}
