package dev.butlerlabs.core.team;

import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.List;

/**
 * Permits the members of a team to read their Team, and its administrators to patch it, the latter only while the admission policy of the
 * chart exists that limits which fields they can change. The API server deletes the roles and their bindings after the Team.
 */
final class TeamPermissions {
    private static final String RBAC = "rbac.authorization.k8s.io";
    static final String POLICY = "butler-teams";

    private final KubernetesClient client;
    private final TeamObjectClient objects;

    TeamPermissions(KubernetesClient client, TeamObjectClient objects) {
        this.client = client;
        this.objects = objects;
    }

    /** What a role permits on the Team. */
    private record Level(String prefix, List<String> verbs) {
        private static final Level MEMBER = new Level("butler-team-member-", List.of("get"));
        private static final Level ADMIN = new Level("butler-team-admin-", List.of("get", "patch"));

        /** Returns the name of the role and its binding. */
        private String name(Team team) {
            return prefix + team.getMetadata().getName();
        }
    }

    /**
     * Gives the permissions to these subjects and to no others. Idempotent.
     *
     * @param members all members with the administrators
     * @param limited whether the admission policy exists
     */
    void grant(Team team, List<Subject> members, List<Subject> administrators, boolean limited) {
        grant(Level.MEMBER, team, members);
        grant(Level.ADMIN, team, limited ? administrators : List.of());
    }

    private void grant(Level level, Team team, List<Subject> subjects) {
        if (subjects.isEmpty()) {
            revoke(level.name(team));
            return;
        }
        objects.ensure(role(level, team), ClusterRole::getRules);
        objects.ensure(binding(level, team, subjects), found -> List.of(found.getRoleRef(), found.getSubjects()));
    }

    private void revoke(String name) {
        Resource<ClusterRoleBinding> binding =
                client.rbac().clusterRoleBindings().withName(name);
        KubeErrorMapper.translating(
                "deleting ClusterRoleBinding " + name, () -> binding.get() == null ? List.of() : binding.delete());
    }

    private static ClusterRole role(Level level, Team team) {
        return new ClusterRoleBuilder()
                .withMetadata(metadata(level, team))
                .addNewRule()
                .withApiGroups(ApiGroup.NAME)
                .withResources("teams")
                .withResourceNames(team.getMetadata().getName())
                .withVerbs(level.verbs)
                .endRule()
                .build();
    }

    private static ClusterRoleBinding binding(Level level, Team team, List<Subject> subjects) {
        return new ClusterRoleBindingBuilder()
                .withMetadata(metadata(level, team))
                .withNewRoleRef(RBAC, "ClusterRole", level.name(team))
                .withSubjects(subjects)
                .build();
    }

    private static ObjectMeta metadata(Level level, Team team) {
        return new ObjectMetaBuilder()
                .withName(level.name(team))
                .addToLabels(Labels.MANAGED_BY, ServerSideApply.BUTLER)
                .addToLabels(Labels.TEAM, team.getMetadata().getName())
                .addNewOwnerReference()
                .withApiVersion(team.getApiVersion())
                .withKind(team.getKind())
                .withName(team.getMetadata().getName())
                .withUid(team.getMetadata().getUid())
                .endOwnerReference()
                .build();
    }
}
