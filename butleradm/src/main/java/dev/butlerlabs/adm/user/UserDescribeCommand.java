package dev.butlerlabs.adm.user;

import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.identity.UserTable;
import dev.butlerlabs.core.cli.resource.DescribeAction;
import dev.butlerlabs.core.identity.change.UserClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Describes users. */
@Command(
        name = "describe",
        description = "Show details of users: teams, logins, conditions and events.",
        footer = {"  butleradm user describe ada"})
final class UserDescribeCommand implements Runnable {
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
            completionCandidates = UserNameCandidates.class,
            description = "Names of the objects.")
    private List<String> names = new ArrayList<>();

    UserDescribeCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            new DescribeAction(session, common, output, client)
                    .describe(
                            names,
                            new UserClient(client)::get,
                            UserTable.at(session.clock().instant()),
                            (printer, user) -> UserTable.print(
                                    printer, user, session.clock().instant()));
        }
    }
}
