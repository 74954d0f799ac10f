package dev.butlerlabs.adm.idp;

import dev.butlerlabs.core.api.IdentityProvider;
import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.identity.IdentityProviderTable;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.identity.change.IdentityProviderClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows one IdentityProvider. */
@Command(
        name = "get",
        description = "Show an identity provider with its endpoints and conditions.",
        footer = {"  butleradm idp get corporate", "  butleradm idp get corporate -o yaml"})
final class IdentityProviderGetCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(
            paramLabel = "NAME",
            completionCandidates = IdentityProviderCandidates.class,
            description = "Name of the identity provider.")
    private String name;

    IdentityProviderGetCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            IdentityProvider provider = new IdentityProviderClient(client).get(name);
            if (output.format() == OutputFormat.TABLE) {
                IdentityProviderTable.print(
                        output.printer(session, common),
                        provider,
                        session.clock().instant());
            } else {
                output.printer(session, common)
                        .one(IdentityProviderTable.at(session.clock().instant()), provider);
            }
        }
    }
}
