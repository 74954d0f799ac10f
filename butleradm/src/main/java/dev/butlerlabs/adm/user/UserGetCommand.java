package dev.butlerlabs.adm.user;

import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.resource.ResourceView;
import dev.butlerlabs.core.cli.resource.ResourceViewOptions;
import dev.butlerlabs.core.identity.change.UserClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows users as a table. */
@Command(
        name = "get",
        description = "Show users as a table.",
        footer = {"  butleradm user get ada", "  butleradm user get -w", "  butleradm user get ada -o yaml"})
final class UserGetCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private ResourceViewOptions view = new ResourceViewOptions();

    @Parameters(
            arity = "0..*",
            paramLabel = "NAME",
            completionCandidates = UserNameCandidates.class,
            description = "Names of the objects (default: all).")
    private List<String> names = new ArrayList<>();

    UserGetCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            new ResourceView<>(session, common, output, view, client, UserListCommand.kind())
                    .get(Optional.empty(), names, new UserClient(client)::get);
        }
    }
}
