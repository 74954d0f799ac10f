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
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.List;

/**
 * Permits the administrators of a team to patch their Team, only while the admission policy of the chart exists that limits which fields they
 * can change. The API server deletes the role and its binding after the Team.
 */
final class TeamChangePermission {
    private static final String RBAC = "rbac.authorization.k8s.io";
    private static final String POLICY = "butler-teams";
    private static final List<ResourceDefinitionContext> POLICY_TYPES = List.of(
            policyType("ValidatingAdmissionPolicy", "validatingadmissionpolicies"),
            policyType("ValidatingAdmissionPolicyBinding", "validatingadmissionpolicybindings"));

    private final KubernetesClient client;
    private final TeamObjectClient objects;

    TeamChangePermission(KubernetesClient client, TeamObjectClient objects) {
        this.client = client;
        this.objects = objects;
    }

    /** Gives the permission to these subjects and to no others. Idempotent. */
    void grant(Team team, List<Subject> administrators) {
        grant(team, administrators, isLimited());
    }

    /**
     * Gives the permission.
     *
     * @param limited whether the admission policy exists
     */
    void grant(Team team, List<Subject> administrators, boolean limited) {
        if (administrators.isEmpty() || !limited) {
            revoke(team);
            return;
        }
        objects.ensure(role(team), ClusterRole::getRules);
        objects.ensure(binding(team, administrators), found -> List.of(found.getRoleRef(), found.getSubjects()));
    }

    private boolean isLimited() {
        return POLICY_TYPES.stream()
                .allMatch(type -> KubeErrorMapper.translating(
                                "reading %s %s".formatted(type.getKind(), POLICY),
                                () -> client.genericKubernetesResources(type)
                                        .withName(POLICY)
                                        .get())
                        != null);
    }

    private static ResourceDefinitionContext policyType(String kind, String plural) {
        return new ResourceDefinitionContext.Builder()
                .withGroup("admissionregistration.k8s.io")
                .withVersion("v1")
                .withKind(kind)
                .withPlural(plural)
                .withNamespaced(false)
                .build();
    }

    private void revoke(Team team) {
        Resource<ClusterRoleBinding> binding =
                client.rbac().clusterRoleBindings().withName(name(team));
        KubeErrorMapper.translating(
                "deleting ClusterRoleBinding " + name(team),
                () -> binding.get() == null ? List.of() : binding.delete());
    }

    /** Returns the name of the role and its binding. */
    static String name(Team team) {
        return "butler-team-admin-" + team.getMetadata().getName();
    }

    private static ClusterRole role(Team team) {
        return new ClusterRoleBuilder()
                .withMetadata(metadata(team))
                .addNewRule()
                .withApiGroups(ApiGroup.NAME)
                .withResources("teams")
                .withResourceNames(team.getMetadata().getName())
                .withVerbs("get", "patch")
                .endRule()
                .build();
    }

    private static ClusterRoleBinding binding(Team team, List<Subject> administrators) {
        return new ClusterRoleBindingBuilder()
                .withMetadata(metadata(team))
                .withNewRoleRef(RBAC, "ClusterRole", name(team))
                .withSubjects(administrators)
                .build();
    }

    private static ObjectMeta metadata(Team team) {
        return new ObjectMetaBuilder()
                .withName(name(team))
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
