package dev.butlerlabs.core.team;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The rules for the namespace of a team: its name, its content, and whether an existing one belongs to the team. Pure functions. */
final class TeamNamespace {
    private static final Set<String> RESERVED = Set.of("default", Namespaces.SYSTEM, Namespaces.TENANTS);

    private TeamNamespace() {}

    /** Returns whether the platform or Kubernetes uses the name; empty if a team can have it. */
    static Optional<String> reserved(String name) {
        return RESERVED.contains(name) || name.startsWith("kube-") || name.endsWith("-system")
                ? Optional.of("Namespace %s is reserved for the platform. Create the team under another name."
                        .formatted(name))
                : Optional.empty();
    }

    static Namespace of(Team team) {
        return new NamespaceBuilder()
                .withNewMetadata()
                .withName(team.getMetadata().getName())
                .addToLabels(Labels.MANAGED_BY, ServerSideApply.BUTLER)
                .addToLabels(Labels.TEAM, team.getMetadata().getName())
                .addToAnnotations(Annotations.OWNER_ID, team.getMetadata().getUid())
                .endMetadata()
                .build();
    }

    /** Returns whether a namespace was created for the team, by this Team or an earlier one of the same name. */
    static boolean isOwned(Namespace namespace, Team team) {
        Map<String, String> labels =
                Optional.ofNullable(namespace.getMetadata().getLabels()).orElse(Map.of());
        return ServerSideApply.BUTLER.equals(labels.get(Labels.MANAGED_BY))
                && team.getMetadata().getName().equals(labels.get(Labels.TEAM))
                && !labels.containsKey(Labels.SOURCE_NAME);
    }
}
