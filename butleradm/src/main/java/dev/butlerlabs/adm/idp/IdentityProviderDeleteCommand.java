package dev.butlerlabs.adm.idp;

import dev.butlerlabs.core.api.IdentityProvider;
import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.ConsentOptions;
import dev.butlerlabs.core.identity.change.IdentityProviderClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Deletes an IdentityProvider. */
@Command(
        name = "delete",
        description = "Delete an identity provider and the Secret that was created with it.",
        footer = {"  butleradm idp delete corporate", "  butleradm idp delete corporate --yes"})
final class IdentityProviderDeleteCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private ConsentOptions consent = new ConsentOptions();

    @Parameters(
            paramLabel = "NAME",
            completionCandidates = IdentityProviderCandidates.class,
            description = "Name of the identity provider.")
    private String name;

    IdentityProviderDeleteCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            IdentityProviderClient providers = new IdentityProviderClient(client);
            IdentityProvider provider = providers.get(name);
            consent.prompts(session).confirm("Delete IdentityProvider %s?".formatted(name));
            providers.delete(provider);
            if (!common.isQuiet()) {
                session.messages().print("IdentityProvider %s deleted.".formatted(name));
            }
        }
    }
}
