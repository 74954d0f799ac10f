package dev.butlerlabs.adm.idp;

import dev.butlerlabs.core.api.IdentityProvider;
import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.identity.change.IdentityProviderCheck.Result;
import dev.butlerlabs.core.identity.change.IdentityProviderClient;
import dev.butlerlabs.core.identity.change.IdentityProviderSecrets;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Checks an IdentityProvider. */
@Command(
        name = "test",
        description = "Check the client secret, the discovery document and the keys of a provider.",
        footer = {"  butleradm idp test corporate"})
final class IdentityProviderTestCommand implements Callable<Integer> {
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

    IdentityProviderTestCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            IdentityProvider provider = new IdentityProviderClient(client).get(name);
            List<Result> results = new IdentityProviderTestAction(provider).run(new IdentityProviderSecrets(client));
            output.printer(session, common).list(IdentityProviderTestAction.LISTING, results);
            return results.stream()
                    .flatMap(result -> result.failure().stream())
                    .map(ErrorKind::exitCode)
                    .findFirst()
                    .orElse(0);
        }
    }
}
