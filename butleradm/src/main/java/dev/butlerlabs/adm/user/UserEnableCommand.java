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

/** Enables a User. */
@Command(
        name = "enable",
        description = "Enable a disabled user.",
        footer = {"  butleradm user enable ada"})
final class UserEnableCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(paramLabel = "NAME", completionCandidates = UserNameCandidates.class, description = "Name of the user.")
    private String name;

    UserEnableCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            new UserClient(client).disable(name, false);
            if (!common.isQuiet()) {
                session.messages().print("User %s enabled.".formatted(name));
            }
        }
    }
}
