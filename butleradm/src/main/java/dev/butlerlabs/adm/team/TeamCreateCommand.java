package dev.butlerlabs.adm.team;

import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.identity.TeamTable;
import dev.butlerlabs.core.identity.change.TeamClient;
import dev.butlerlabs.core.identity.change.TeamMember;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates a Team. */
@Command(
        name = "create",
        description = {
            "Create a team with a namespace of its name.",
            "Limits that are not given are unlimited; 0 permits none."
        },
        footer = {
            "  butleradm team create payments --member ada=admin",
            "  butleradm team create web --member-group devs=operator --max-clusters 5"
        })
final class TeamCreateCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(paramLabel = "NAME", description = "Name of the team.")
    private String name;

    @Mixin
    private TeamOptions settings = new TeamOptions();

    @Option(names = "--member", paramLabel = "MEMBER", description = "User with a role as NAME=ROLE; repeatable.")
    private List<String> users = new ArrayList<>();

    @Option(
            names = "--member-group",
            paramLabel = "MEMBER",
            description = "Group with a role as NAME=ROLE; repeatable.")
    private List<String> groups = new ArrayList<>();

    TeamCreateCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        List<TeamMember> members = new MemberInput(users, groups).members();
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            Team made = new TeamClient(client).create(name, settings.settings(), members);
            output.printer(session, common).one(TeamTable.at(session.clock().instant()), made);
            if (!common.isQuiet()) {
                session.messages().print("Run 'butleradm team get %s' to check that it is ready.".formatted(name));
            }
        }
    }
}
