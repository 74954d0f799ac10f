package dev.butlerlabs.adm.team;

import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.identity.TeamTable;
import dev.butlerlabs.core.cli.identity.TeamText;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.identity.change.TeamClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows one Team. */
@Command(
        name = "get",
        description = "Show a team with its members, limits, usage and conditions.",
        footer = {"  butleradm team get payments", "  butleradm team get payments -o yaml"})
final class TeamGetCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(paramLabel = "NAME", completionCandidates = TeamNameCandidates.class, description = "Name of the team.")
    private String name;

    TeamGetCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            Team team = new TeamClient(client).get(name);
            if (output.format() == OutputFormat.TABLE) {
                new TeamText(output.printer(session, common), session.clock().instant()).print(team);
            } else {
                output.printer(session, common).one(TeamTable.at(session.clock().instant()), team);
            }
        }
    }
}
