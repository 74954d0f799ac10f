package dev.butlerlabs.adm.idp;

import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.identity.IdentityProviderTable;
import dev.butlerlabs.core.cli.resource.DescribeAction;
import dev.butlerlabs.core.identity.change.IdentityProviderClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Describes identity providers. */
@Command(
        name = "describe",
        description = "Show details of identity providers: endpoints, conditions and events.",
        footer = {"  butleradm idp describe corporate"})
final class IdentityProviderDescribeCommand implements Runnable {
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
            completionCandidates = IdentityProviderCandidates.class,
            description = "Names of the objects.")
    private List<String> names = new ArrayList<>();

    IdentityProviderDescribeCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            new DescribeAction(session, common, output, client)
                    .describe(
                            names,
                            new IdentityProviderClient(client)::get,
                            IdentityProviderTable.at(session.clock().instant()),
                            (printer, provider) -> IdentityProviderTable.print(
                                    printer, provider, session.clock().instant()));
        }
    }
}
