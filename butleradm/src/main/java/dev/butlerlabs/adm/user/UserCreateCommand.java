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
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates a User. */
@Command(
        name = "create",
        description = "Create a user. The API server knows the user by its email address.",
        footer = {
            "  butleradm user create ada --email ada@example.com",
            "  butleradm user create bob --email bob@example.com --identity-provider sso"
        })
final class UserCreateCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(paramLabel = "NAME", description = "Name of the user.")
    private String name;

    @Option(names = "--email", paramLabel = "EMAIL", required = true, description = "Email address of the user.")
    private String email;

    @Option(names = "--display-name", paramLabel = "TEXT", description = "Display name.")
    private String displayName;

    @Option(
            names = "--identity-provider",
            paramLabel = "NAME",
            description = "IdentityProvider that the user logs in with.")
    private String provider;

    UserCreateCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            User made = new UserClient(client)
                    .create(name, email, Optional.ofNullable(displayName), Optional.ofNullable(provider));
            output.printer(session, common).one(UserTable.at(session.clock().instant()), made);
            if (!common.isQuiet()) {
                session.messages()
                        .print("Run 'butleradm team add-member TEAM %s --role ROLE' to add it to a team."
                                .formatted(name));
            }
        }
    }
}
