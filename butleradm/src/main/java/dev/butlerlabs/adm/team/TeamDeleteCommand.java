package dev.butlerlabs.adm.team;

import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.ConsentOptions;
import dev.butlerlabs.core.identity.change.TeamClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Deletes a Team. */
@Command(
        name = "delete",
        description = {
            "Delete a team and its namespace.",
            "Fails while it has tenant clusters. Prompts for the team name as confirmation unless --confirm or --yes is given."
        },
        footer = {"  butleradm team delete payments", "  butleradm team delete payments --confirm=payments"})
final class TeamDeleteCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private ConsentOptions consent = new ConsentOptions();

    @Parameters(paramLabel = "NAME", completionCandidates = TeamNameCandidates.class, description = "Name of the team.")
    private String name;

    @Option(names = "--confirm", paramLabel = "TEAM", description = "Team name as confirmation, instead of the prompt.")
    private String confirmation;

    TeamDeleteCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            TeamClient teams = new TeamClient(client);
            Team team = teams.get(name);
            teams.requireWithoutClusters(team);
            confirm(team);
            teams.delete(team);
            if (!common.isQuiet()) {
                session.messages().print("Team %s is being deleted.".formatted(name));
            }
        }
    }

    private void confirm(Team team) {
        if (!consent.isGiven()) {
            consent.prompts(session)
                    .confirmByName(
                            "This deletes team %s and namespace %s with everything in it."
                                    .formatted(name, TeamClient.namespace(team)),
                            name,
                            Optional.ofNullable(confirmation));
        }
    }
}
