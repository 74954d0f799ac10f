package dev.butlerlabs.core.team;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class TeamPermissionsTest {
    private static final String NAME = "butler-team-admin-payments";
    private static final Subject ADA = new Subject("rbac.authorization.k8s.io", "User", "ada@example.com", null);
    private static final Subject BOB = new Subject("rbac.authorization.k8s.io", "User", "bob@example.com", null);

    private final InMemoryKubernetes api = InMemoryKubernetes.open();
    private final TeamPermissions permissions = new TeamPermissions(api.client(), new TeamObjectClient(api.client()));
    private final Team team = team();

    private static Team team() {
        Team team = new Team();
        team.setMetadata(
                new ObjectMetaBuilder().withName("payments").withUid("uid-1").build());
        return team;
    }

    @AfterEach
    void close() {
        api.close();
    }

    private ClusterRoleBinding binding() {
        return api.client().rbac().clusterRoleBindings().withName(NAME).get();
    }

    @Test
    void permitsAdministratorsToPatchTheirTeamOnly() {
        permissions.grant(team, List.of(ADA), List.of(ADA), true);

        ClusterRole role = api.client().rbac().clusterRoles().withName(NAME).get();
        assertThat(role.getRules()).hasSize(1);
        PolicyRule rule = role.getRules().getFirst();
        assertThat(rule.getResources()).containsExactly("teams");
        assertThat(rule.getResourceNames()).containsExactly("payments");
        assertThat(rule.getVerbs()).containsExactly("get", "patch");
        assertThat(binding().getSubjects()).containsExactly(ADA);
        assertThat(binding().getRoleRef().getName()).isEqualTo(NAME);
        assertThat(binding().getMetadata().getOwnerReferences())
                .extracting(owner -> owner.getUid())
                .containsExactly("uid-1");
    }

    @Test
    void changesOnlyWhatDiffers() {
        permissions.grant(team, List.of(ADA), List.of(ADA), true);
        int changes = api.effects().count();
        permissions.grant(team, List.of(ADA), List.of(ADA), true);
        assertThat(api.effects().count()).isEqualTo(changes);

        permissions.grant(team, List.of(BOB), List.of(BOB), true);
        assertThat(binding().getSubjects()).containsExactly(BOB);
    }

    @Test
    void revokesThePermissionWithoutAdministrators() {
        permissions.grant(team, List.of(ADA), List.of(ADA), true);
        permissions.grant(team, List.of(BOB), List.of(), true);
        assertThat(binding()).isNull();
    }

    @Test
    void revokesThePermissionWithoutThePolicy() {
        permissions.grant(team, List.of(ADA), List.of(ADA), true);
        permissions.grant(team, List.of(ADA), List.of(ADA), false);
        assertThat(binding()).isNull();
    }

    /** This API has no admission policies. */
    @Test
    void findsNoPolicyThatIsNotInstalled() {
        assertThat(new AdmissionPolicyReader(api.client()).isInstalled(TeamPermissions.POLICY))
                .isFalse();
    }

    @Test
    void permitsMembersToReadTheirTeamOnly() {
        permissions.grant(team, List.of(ADA, BOB), List.of(ADA), false);

        ClusterRole role = api.client()
                .rbac()
                .clusterRoles()
                .withName("butler-team-member-payments")
                .get();
        assertThat(role.getRules()).hasSize(1);
        assertThat(role.getRules().getFirst().getResourceNames()).containsExactly("payments");
        assertThat(role.getRules().getFirst().getVerbs()).containsExactly("get");
        assertThat(api.client()
                        .rbac()
                        .clusterRoleBindings()
                        .withName("butler-team-member-payments")
                        .get()
                        .getSubjects())
                .containsExactly(ADA, BOB);
        assertThat(binding()).isNull();
    }
}
