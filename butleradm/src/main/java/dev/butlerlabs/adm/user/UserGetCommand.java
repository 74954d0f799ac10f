package dev.butlerlabs.adm.user;

import dev.butlerlabs.core.api.User;
import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.identity.UserTable;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.identity.change.UserClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows one User. */
@Command(
        name = "get",
        description = "Show a user with its teams and conditions.",
        footer = {"  butleradm user get ada", "  butleradm user get ada -o yaml"})
final class UserGetCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(paramLabel = "NAME", completionCandidates = UserNameCandidates.class, description = "Name of the user.")
    private String name;

    UserGetCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            User user = new UserClient(client).get(name);
            if (output.format() == OutputFormat.TABLE) {
                UserTable.print(
                        output.printer(session, common), user, session.clock().instant());
            } else {
                output.printer(session, common).one(UserTable.at(session.clock().instant()), user);
            }
        }
    }
}
