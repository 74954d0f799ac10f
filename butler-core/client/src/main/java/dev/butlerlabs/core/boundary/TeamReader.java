package dev.butlerlabs.core.boundary;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamStatus;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;

/**
 * Reads which team a namespace belongs to. Only accounts with cluster-wide permissions can write the fields it reads, so members of a team
 * cannot change the result. Thread-safe.
 */
public final class TeamReader {
    private final KubernetesClient client;

    public TeamReader(KubernetesClient client) {
        this.client = client;
    }

    /**
     * Returns the team of a namespace: the one in its label, otherwise the Team whose status names the namespace, otherwise the Team with
     * the name of the namespace.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if the namespace or the Teams cannot be read
     */
    public Optional<String> teamOf(String namespace) {
        return label(namespace).or(() -> TeamPolicy.teamOf(namespace, teams()));
    }

    /**
     * Returns the Team of a namespace; empty if it belongs to none.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if the namespace or the Teams cannot be read
     */
    public Optional<Team> read(String namespace) {
        return teamOf(namespace)
                .flatMap(name -> KubeErrorMapper.translating(
                        "reading Team " + name,
                        () -> Optional.ofNullable(
                                client.resources(Team.class).withName(name).get())));
    }

    private Optional<String> label(String namespace) {
        return KubeErrorMapper.translating(
                        "reading Namespace " + namespace,
                        () -> Optional.ofNullable(
                                client.namespaces().withName(namespace).get()))
                .map(Namespace::getMetadata)
                .flatMap(metadata -> Optional.ofNullable(metadata.getLabels()))
                .map(labels -> labels.get(Labels.TEAM))
                .filter(team -> !team.isBlank());
    }

    private List<TeamPolicy.NamedTeam> teams() {
        return list().stream()
                .map(team -> new TeamPolicy.NamedTeam(
                        team.getMetadata().getName(),
                        Optional.ofNullable(team.getStatus()).map(TeamStatus::namespace)))
                .toList();
    }

    private List<Team> list() {
        return KubeErrorMapper.translating("listing Teams", () -> {
            try {
                return client.resources(Team.class).list().getItems();
            } catch (RuntimeException e) {
                if (KubeErrorMapper.isNotFound(e)) {
                    return List.of();
                }
                throw e;
            }
        });
    }
}
