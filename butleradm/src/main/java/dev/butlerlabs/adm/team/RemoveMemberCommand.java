package dev.butlerlabs.adm.team;

import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.identity.change.TeamClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Removes a member from a Team. */
@Command(
        name = "remove-member",
        description = "Remove a user or group from a team.",
        footer = {"  butleradm team remove-member payments ada", "  butleradm team remove-member payments devs --group"
        })
final class RemoveMemberCommand implements Runnable {
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

    RemoveMemberCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            new TeamClient(client).removeMember(name, member, group);
            if (!common.isQuiet()) {
                session.messages()
                        .print("%s \"%s\" removed from team %s.".formatted(group ? "Group" : "User", member, name));
            }
        }
    }
}
