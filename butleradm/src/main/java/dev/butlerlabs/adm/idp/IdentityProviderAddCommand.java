package dev.butlerlabs.adm.idp;

import dev.butlerlabs.core.api.IdentityProvider;
import dev.butlerlabs.core.api.SecretReference;
import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.identity.ClientSecretInput;
import dev.butlerlabs.core.cli.identity.IdentityProviderTable;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.identity.change.IdentityProviderClient;
import dev.butlerlabs.core.identity.change.IdentityProviderRequest;
import dev.butlerlabs.core.identity.change.IdentityProviderSecrets;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates an IdentityProvider. */
@Command(
        name = "add",
        description = {
            "Create an identity provider for OpenID Connect.",
            "Checks its discovery document and keys first. The client secret is read from a file or standard input and stored in a Secret."
        },
        footer = {"  butleradm idp add sso --issuer URL --client-id ID --client-secret-file -"})
final class IdentityProviderAddCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(paramLabel = "NAME", description = "Name of the identity provider.")
    private String name;

    @Option(names = "--issuer", paramLabel = "URL", required = true, description = "Issuer URL.")
    private String issuer;

    @Option(names = "--client-id", paramLabel = "ID", required = true, description = "OAuth client ID.")
    private String clientId;

    @Option(
            names = "--client-secret-file",
            paramLabel = "FILE",
            description = "File with the OAuth client secret; use - for standard input.")
    private Path secretFile;

    @Option(
            names = "--secret",
            paramLabel = "NAME",
            description = "Existing Secret in butler-system with the key client-secret, instead of a file.")
    private String secret;

    @Option(
            names = "--redirect-url",
            paramLabel = "URL",
            defaultValue = "http://127.0.0.1:8000/callback",
            description = "Redirect URL after login (default: ${DEFAULT-VALUE}).")
    private String redirect;

    @Option(names = "--display-name", paramLabel = "TEXT", description = "Display name.")
    private String displayName;

    @Option(names = "--groups-claim", paramLabel = "CLAIM", description = "Claim with the groups (default: groups).")
    private String groupsClaim;

    @Option(names = "--skip-test", description = "Do not check the provider.")
    private boolean skipTest;

    IdentityProviderAddCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        IdentityProviderRequest request = request();
        Optional<String> content = new ClientSecretInput(session).read(Optional.ofNullable(secretFile));
        if (!skipTest) {
            IdentityProviderTestAction.require(issuer);
        }
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            IdentityProvider made = new IdentityProviderClient(client).create(request, content);
            output.printer(session, common)
                    .one(IdentityProviderTable.at(session.clock().instant()), made);
            if (!common.isQuiet()) {
                session.messages().print("Run 'butleradm idp test %s' to check it.".formatted(name));
            }
        }
    }

    /** Everything is checked before anything is requested or stored. */
    private IdentityProviderRequest request() {
        if ((secretFile == null) == (secret == null)) {
            throw new ButlerException(ErrorCode.USAGE, "Specify either --client-secret-file or --secret.");
        }
        IdentityProviderRequest request = new IdentityProviderRequest(
                name,
                issuer,
                clientId,
                redirect,
                secret == null
                        ? IdentityProviderRequest.ownSecret(name)
                        : new SecretReference(secret, null, IdentityProviderSecrets.CLIENT_SECRET),
                Optional.ofNullable(displayName),
                Optional.ofNullable(groupsClaim));
        if (!request.problems().isEmpty()) {
            throw ButlerException.invalid("Invalid identity provider:", request.problems());
        }
        return request;
    }
}
