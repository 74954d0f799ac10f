package dev.butlerlabs.ctl.team;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.identity.TeamSelection;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.identity.access.AccessQuestion;
import dev.butlerlabs.core.identity.access.AccessReviewClient;
import dev.butlerlabs.core.identity.change.TeamClient;
import dev.butlerlabs.ctl.cluster.ManagementClusterContext;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the teams that a user can see. */
final class VisibleTeamsAction {
    private final CommandContext session;
    private final ConnectionOptions connection;
    private final KubernetesClient client;

    VisibleTeamsAction(CommandContext session, ConnectionOptions connection, KubernetesClient client) {
        this.session = session;
        this.connection = connection;
        this.client = client;
    }

    /**
     * Returns all Teams or, if the user is not permitted to list them, the selected namespaces in which the user is permitted to list
     * tenant clusters.
     */
    List<TeamRow> rows() {
        String current = ManagementClusterContext.namespace(session, connection);
        try {
            return new TeamClient(client)
                    .list().warning(session.messages()::print).stream()
                            .map(team -> new TeamRow(
                                    team.getMetadata().getName(),
                                    Optional.of(team),
                                    TeamClient.namespace(team).equals(current)))
                            .toList();
        } catch (ButlerException e) {
            if (e.kind() != ErrorKind.DENIED) {
                throw e;
            }
            session.messages().print("You are not permitted to list all teams; checking the selected ones.");
            return selected(current);
        }
    }

    private List<TeamRow> selected(String current) {
        return Stream.concat(Stream.of(current), TeamSelection.of(session).team(connection).stream())
                .distinct()
                .filter(this::canListClusters)
                .map(name -> new TeamRow(name, Optional.empty(), name.equals(current)))
                .toList();
    }

    boolean canListClusters(String namespace) {
        AccessQuestion question = new AccessQuestion(
                "list", "butler.butlerlabs.dev", "tenantclusters", Optional.empty(), Optional.of(namespace));
        return Boolean.TRUE.equals(new AccessReviewClient(client)
                .decide(question, Optional.empty())
                .getAllowed());
    }

    /** Returns whether a Team does not exist; false if the user is not permitted to read it. */
    boolean isKnownToBeAbsent(String team) {
        try {
            new TeamClient(client).get(team);
            return false;
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                return true;
            }
            if (e.kind() == ErrorKind.DENIED) {
                return false;
            }
            throw e;
        }
    }
}
