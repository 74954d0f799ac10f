package dev.butlerlabs.adm.team;

import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.identity.TeamTable;
import dev.butlerlabs.core.cli.identity.TeamText;
import dev.butlerlabs.core.cli.resource.DescribeAction;
import dev.butlerlabs.core.identity.change.TeamClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Describes teams. */
@Command(
        name = "describe",
        description = "Show details of teams: members, limits, usage, conditions and events.",
        footer = {"  butleradm team describe payments"})
final class TeamDescribeCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(
            arity = "1..*",
            paramLabel = "NAME",
            completionCandidates = TeamNameCandidates.class,
            description = "Names of the objects.")
    private List<String> names = new ArrayList<>();

    TeamDescribeCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            new DescribeAction(session, common, output, client)
                    .describe(
                            names,
                            new TeamClient(client)::get,
                            TeamTable.at(session.clock().instant()),
                            (printer, team) ->
                                    new TeamText(printer, session.clock().instant()).print(team));
        }
    }
}
