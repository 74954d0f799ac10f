package dev.butlerlabs.adm.idp;

import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.resource.ResourceView;
import dev.butlerlabs.core.cli.resource.ResourceViewOptions;
import dev.butlerlabs.core.identity.change.IdentityProviderClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows identity providers as a table. */
@Command(
        name = "get",
        description = "Show identity providers as a table.",
        footer = {"  butleradm idp get corporate", "  butleradm idp get -w", "  butleradm idp get corporate -o yaml"})
final class IdentityProviderGetCommand implements Runnable {
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
            completionCandidates = IdentityProviderCandidates.class,
            description = "Names of the objects (default: all).")
    private List<String> names = new ArrayList<>();

    IdentityProviderGetCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            new ResourceView<>(session, common, output, view, client, IdentityProviderListCommand.kind())
                    .get(Optional.empty(), names, new IdentityProviderClient(client)::get);
        }
    }
}
