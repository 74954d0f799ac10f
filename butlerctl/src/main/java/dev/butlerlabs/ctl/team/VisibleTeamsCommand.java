package dev.butlerlabs.ctl.team;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.ctl.cluster.ManagementClusterContext;
import dev.butlerlabs.ctl.cluster.TeamConnectionOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists teams. */
@Command(
        name = "list",
        aliases = "ls",
        description = {
            "List the teams and mark the one whose namespace commands use.",
            "Members who are not permitted to list teams see the selected ones."
        },
        footer = {"  butlerctl team list", "  butlerctl team list -o json"})
final class VisibleTeamsCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    VisibleTeamsCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            List<TeamRow> found = new VisibleTeamsAction(session, connection, client).rows();
            output.printer(session, common).list(TeamRow.LISTING, found);
            if (found.isEmpty() && !common.isQuiet()) {
                session.messages().print("No teams found. Select one with --team or BUTLER_TEAM.");
            }
        }
    }
}
