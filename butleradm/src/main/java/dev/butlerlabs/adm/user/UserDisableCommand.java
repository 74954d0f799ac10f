package dev.butlerlabs.adm.user;

import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.identity.change.UserClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Disables a User. */
@Command(
        name = "disable",
        description = "Disable a user and remove it from the role bindings of its teams.",
        footer = {"  butleradm user disable ada"})
final class UserDisableCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(paramLabel = "NAME", completionCandidates = UserNameCandidates.class, description = "Name of the user.")
    private String name;

    UserDisableCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            new UserClient(client).disable(name, true);
            if (!common.isQuiet()) {
                session.messages().print("User %s disabled.".formatted(name));
            }
        }
    }
}
