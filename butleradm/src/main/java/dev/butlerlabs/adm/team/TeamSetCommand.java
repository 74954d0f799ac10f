package dev.butlerlabs.adm.team;

import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.identity.TeamTable;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.identity.change.TeamClient;
import dev.butlerlabs.core.identity.change.TeamSettings;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Changes the settings of a Team. */
@Command(
        name = "set",
        description = {
            "Change the name, description and limits of a team.",
            "Settings that are not given stay unchanged; none removes a limit or a list."
        },
        footer = {
            "  butleradm team set payments --max-clusters 5 --max-memory 512Gi",
            "  butleradm team set payments --max-nodes none"
        })
final class TeamSetCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(paramLabel = "NAME", completionCandidates = TeamNameCandidates.class, description = "Name of the team.")
    private String name;

    @Mixin
    private TeamOptions settings = new TeamOptions();

    TeamSetCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        TeamSettings changes = settings.settings();
        if (changes.isEmpty()) {
            throw new ButlerException(ErrorCode.USAGE, "No setting given.");
        }
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            Team changed = new TeamClient(client).change(name, changes);
            output.printer(session, common).one(TeamTable.at(session.clock().instant()), changed);
        }
    }
}
