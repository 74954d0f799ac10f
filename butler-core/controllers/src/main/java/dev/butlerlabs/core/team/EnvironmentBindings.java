package dev.butlerlabs.core.team;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;

/**
 * Binds the members of environments to their roles in the namespace of the team. The rules that restrict them are written before they get a
 * permission, and operators get one only while the admission policy exists that applies the rules.
 */
final class EnvironmentBindings {
    static final String ROLE = "butler-team-environment";
    static final String VIEWERS = "butler-team-environment-viewer";
    static final String RULES = "butler-environments";
    static final String POLICY = "butler-team-environments";

    private final KubernetesClient client;
    private final TeamObjectClient objects;

    EnvironmentBindings(KubernetesClient client, TeamObjectClient objects) {
        this.client = client;
        this.objects = objects;
    }

    /**
     * Binds these members and no others. Idempotent.
     *
     * @param isRestricted whether the admission policy exists
     */
    void bind(String namespace, EnvironmentMembers members, boolean isRestricted) {
        if (members.isEmpty() && !hasRules(namespace)) {
            return;
        }
        objects.ensure(rules(namespace, members), ConfigMap::getData);
        bind(namespace, ROLE, ROLE, isRestricted ? members.operators() : List.of());
        bind(namespace, VIEWERS, "butler-team-viewer", members.viewers());
    }

    /** Bindings are written after the rules, so that without rules none exist. */
    private boolean hasRules(String namespace) {
        return KubeErrorMapper.translating(
                "reading ConfigMap %s/%s".formatted(namespace, RULES),
                () -> client.configMaps().inNamespace(namespace).withName(RULES).get() != null);
    }

    private void bind(String namespace, String name, String role, List<Subject> subjects) {
        RoleBinding binding = new RoleBindingBuilder()
                .withMetadata(metadata(namespace, name))
                .withNewRoleRef(TeamBindings.GROUP, "ClusterRole", role)
                .withSubjects(subjects)
                .build();
        objects.ensure(binding, found -> List.of(found.getRoleRef(), found.getSubjects()));
    }

    private static ConfigMap rules(String namespace, EnvironmentMembers members) {
        return new ConfigMapBuilder()
                .withMetadata(metadata(namespace, RULES))
                .withData(members.rules())
                .build();
    }

    private static ObjectMeta metadata(String namespace, String name) {
        return new ObjectMetaBuilder()
                .withNamespace(namespace)
                .withName(name)
                .addToLabels(Labels.MANAGED_BY, ServerSideApply.BUTLER)
                .addToLabels(Labels.TEAM, namespace)
                .build();
    }
}
