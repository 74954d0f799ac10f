package dev.butlerlabs.core.team;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.fabric8.kubernetes.api.model.rbac.SubjectBuilder;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Renders the RoleBindings of a team: one for each role, with all its members. The role of a binding cannot change, so a member who gets
 * another role moves to another binding. Pure functions.
 */
final class TeamBindings {
    static final String GROUP = "rbac.authorization.k8s.io";

    /** Orders subjects by their kind and name. */
    static final Comparator<Subject> ORDER =
            Comparator.comparing(Subject::getKind).thenComparing(Subject::getName);

    private TeamBindings() {}

    /** Returns the name of a binding and of its ClusterRole, which the chart contains. */
    static String name(TeamSpec.Role role) {
        return "butler-team-" + role.name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the binding of a role; without subjects if the team has no such members.
     *
     * @param users the names of the members for the API server
     */
    static RoleBinding of(String namespace, TeamSpec.Role role, TeamSpec.Access access, TeamUsers users) {
        return new RoleBindingBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name(role))
                .addToLabels(Labels.MANAGED_BY, ServerSideApply.BUTLER)
                .addToLabels(Labels.TEAM, namespace)
                .endMetadata()
                .withNewRoleRef(GROUP, "ClusterRole", name(role))
                .withSubjects(subjects(role, access, users).toList())
                .build();
    }

    /** Returns the members with a role, users first. */
    static Stream<Subject> subjects(TeamSpec.Role role, TeamSpec.Access access, TeamUsers users) {
        return Stream.concat(users(role, access, users), groups(role, access)).distinct();
    }

    private static Stream<Subject> users(TeamSpec.Role role, TeamSpec.Access access, TeamUsers users) {
        return access.users().stream()
                .filter(member -> role == orViewer(member.role()))
                .map(member -> users.identity(member.name()))
                .flatMap(Optional::stream)
                .map(name -> subject("User", name));
    }

    private static Stream<Subject> groups(TeamSpec.Role role, TeamSpec.Access access) {
        return access.groups().stream()
                .filter(member -> role == orViewer(member.role()))
                .map(member -> subject("Group", member.name()));
    }

    private static TeamSpec.Role orViewer(TeamSpec.Role role) {
        return Objects.requireNonNullElse(role, TeamSpec.Role.VIEWER);
    }

    private static Subject subject(String kind, String name) {
        return new SubjectBuilder()
                .withApiGroup(GROUP)
                .withKind(kind)
                .withName(name)
                .build();
    }

    /** Returns the subjects of all bindings. */
    static List<Subject> members(List<RoleBinding> bindings) {
        return bindings.stream()
                .flatMap(binding -> binding.getSubjects().stream())
                .distinct()
                .toList();
    }

    /** Returns the subjects of the binding of administrators. */
    static List<Subject> administrators(List<RoleBinding> bindings) {
        return bindings.stream()
                .filter(binding -> binding.getMetadata().getName().equals(name(TeamSpec.Role.ADMIN)))
                .flatMap(binding -> binding.getSubjects().stream())
                .toList();
    }

    /** Returns the members of all roles that are not disabled. */
    static int count(List<RoleBinding> bindings) {
        return bindings.stream()
                .mapToInt(binding -> binding.getSubjects().size())
                .sum();
    }
}
