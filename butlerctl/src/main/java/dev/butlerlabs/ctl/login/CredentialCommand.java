package dev.butlerlabs.ctl.login;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.output.JsonTextWriter;
import dev.butlerlabs.core.identity.login.CredentialPlugin;
import dev.butlerlabs.core.identity.login.CredentialSource;
import dev.butlerlabs.core.identity.login.CredentialSource.Credential;
import dev.butlerlabs.core.identity.login.LoginRepository;
import dev.butlerlabs.core.kube.UserDirectories;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The credential plugin for kubectl and other clients: prints the token of a login. */
@Command(
        name = "credential",
        description = {
            "Print the token of a login for kubectl, as an ExecCredential.",
            "Kubeconfigs that 'butlerctl login' writes run this command. It refreshes the token if necessary."
        },
        footer = {"  butlerctl credential --issuer URL --client-id ID"})
public final class CredentialCommand implements Runnable {
    private final CommandContext session;

    @SuppressWarnings("unused") // read by the frame
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Option(names = "--issuer", paramLabel = "URL", required = true, description = "Issuer URL.")
    private String issuer;

    @Option(names = "--client-id", paramLabel = "ID", required = true, description = "OAuth client ID.")
    private String clientId;

    public CredentialCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        LoginRepository logins = new LoginRepository(
                UserDirectories.of(session.terminal()::environment).butler());
        Credential credential = new CredentialSource(logins, session.clock()).get(issuer, clientId);
        session.terminal().out().println(JsonTextWriter.pretty(document(credential)));
    }

    private static Map<String, Object> document(Credential credential) {
        Map<String, Object> status = new LinkedHashMap<>();
        status.put(
                "expirationTimestamp",
                credential.expiry().truncatedTo(ChronoUnit.SECONDS).toString());
        status.put("token", credential.token());
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("apiVersion", CredentialPlugin.API_VERSION);
        document.put("kind", "ExecCredential");
        document.put("status", status);
        return document;
    }
}
