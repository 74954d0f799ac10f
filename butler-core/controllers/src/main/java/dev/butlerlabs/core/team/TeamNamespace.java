package dev.butlerlabs.core.team;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.boundary.TeamNamePolicy;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.util.Map;
import java.util.Optional;

/** The rules for the namespace of a team: its name, its content, and whether an existing one belongs to the team. Pure functions. */
final class TeamNamespace {
    private TeamNamespace() {}

    /** Why a team cannot have a namespace. */
    record Rejection(String reason, String message) {}

    /**
     * Returns why a team cannot have the namespace of its name; empty if it can.
     *
     * @param present the namespace of that name, if it exists
     */
    static Optional<Rejection> rejection(Team team, Optional<Namespace> present) {
        String name = team.getMetadata().getName();
        if (TeamNamePolicy.isReserved(name)) {
            return Optional.of(new Rejection(
                    "NamespaceReserved",
                    "Namespace %s is reserved for the platform. Create the team under another name.".formatted(name)));
        }
        return present.filter(namespace -> !isOwned(namespace, team)).map(foreign -> notOwned(name));
    }

    private static Rejection notOwned(String name) {
        return new Rejection(
                "NamespaceNotOwned",
                "Namespace %s exists and was not created for this team. Create the team under another name, or hand the namespace over with the labels %s=%s and %s=%s."
                        .formatted(name, Labels.MANAGED_BY, ServerSideApply.BUTLER, Labels.TEAM, name));
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
