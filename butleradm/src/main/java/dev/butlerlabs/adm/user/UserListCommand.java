package dev.butlerlabs.adm.user;

import dev.butlerlabs.core.api.User;
import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.identity.UserTable;
import dev.butlerlabs.core.identity.change.UserClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists Users. */
@Command(
        name = "list",
        aliases = "ls",
        description = "List the users with their phase and number of teams.",
        footer = {"  butleradm user list", "  butleradm user list -o wide"})
final class UserListCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    UserListCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            List<User> found = new UserClient(client).list().warning(session.messages()::print);
            output.printer(session, common).list(UserTable.at(session.clock().instant()), found);
            if (found.isEmpty() && !common.isQuiet()) {
                session.messages().print("No users found. Create one with 'butleradm user create'.");
            }
        }
    }
}
