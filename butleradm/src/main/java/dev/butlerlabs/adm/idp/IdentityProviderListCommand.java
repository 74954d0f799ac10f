package dev.butlerlabs.adm.idp;

import dev.butlerlabs.core.api.IdentityProvider;
import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.identity.IdentityProviderTable;
import dev.butlerlabs.core.cli.resource.ResourceKind;
import dev.butlerlabs.core.cli.resource.ResourceView;
import dev.butlerlabs.core.cli.resource.ResourceViewOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists IdentityProviders. */
@Command(
        name = "list",
        aliases = "ls",
        description = "List the identity providers.",
        footer = {"  butleradm idp list", "  butleradm idp list -o wide"})
final class IdentityProviderListCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private ResourceViewOptions view = new ResourceViewOptions();

    IdentityProviderListCommand(CommandContext session) {
        this.session = session;
    }

    /** Not a constant, because commands are instantiated to print help. */
    static ResourceKind<IdentityProvider> kind() {
        return new ResourceKind<>(
                IdentityProvider.class,
                "identity providers",
                "Create one with 'butleradm idp add'.",
                IdentityProviderTable::at);
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            new ResourceView<>(session, common, output, view, client, kind()).list(Optional.empty());
        }
    }
}
