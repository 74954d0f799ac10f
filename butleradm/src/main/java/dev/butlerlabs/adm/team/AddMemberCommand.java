package dev.butlerlabs.adm.team;

import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.identity.change.TeamClient;
import dev.butlerlabs.core.identity.change.TeamMember;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Adds a member to a Team. */
@Command(
        name = "add-member",
        description = {
            "Add a user or group to a team, or change its role.",
            "A user is named by its User object, or by the name that the API server knows."
        },
        footer = {
            "  butleradm team add-member payments ada --role admin",
            "  butleradm team add-member payments devs --group --role operator"
        })
final class AddMemberCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            completionCandidates = TeamNameCandidates.class,
            description = "Name of the team.")
    private String name;

    @Parameters(index = "1", paramLabel = "MEMBER", description = "Name of the user or group.")
    private String member;

    @Option(names = "--group", description = "The member is a group.")
    private boolean group;

    @Option(
            names = "--role",
            paramLabel = "ROLE",
            required = true,
            description = "Role in the team: ${COMPLETION-CANDIDATES}.")
    private MemberRole role;

    AddMemberCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            TeamClient teams = new TeamClient(client);
            teams.addMember(name, new TeamMember(member, group, role.role()));
            if (!common.isQuiet()) {
                report(teams);
            }
        }
    }

    private void report(TeamClient teams) {
        session.messages().print("%s \"%s\" is %s of team %s.".formatted(group ? "Group" : "User", member, role, name));
        if (!group && !member.contains("@") && !teams.isUser(member)) {
            session.messages()
                    .print("No User \"%s\" exists: the role is bound to this name as the API server knows it."
                            .formatted(member));
        }
    }
}
