package dev.butlerlabs.ctl.login;

import dev.butlerlabs.core.cli.BrowserLauncher;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.DestinationOptions;
import dev.butlerlabs.core.cli.WaitOptions;
import dev.butlerlabs.core.cli.identity.ClientSecretInput;
import dev.butlerlabs.core.cli.identity.LoginContext;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.identity.login.LoginRepository;
import dev.butlerlabs.core.identity.login.LoginSettings;
import dev.butlerlabs.core.identity.login.UserLogin;
import dev.butlerlabs.core.identity.oidc.IdToken;
import dev.butlerlabs.core.identity.oidc.OidcProviderReader;
import dev.butlerlabs.core.kube.AtomicFile;
import dev.butlerlabs.core.kube.UserDirectories;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Logs the user in at an OpenID Connect provider. */
@Command(
        name = "login",
        description = {
            "Log in at an OpenID Connect provider and add a context that uses the login.",
            "Without --issuer and --idp, uses the login of the selected context, or else the only identity provider of the cluster."
        },
        footer = {
            "  butlerctl login",
            "  butlerctl login --idp corporate --device",
            "  butlerctl login --issuer URL --client-id ID"
        })
public final class LoginCommand implements Runnable {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final int LAST_PORT = 65535;

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private DestinationOptions destination = new DestinationOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private WaitOptions wait = new WaitOptions();

    @Option(names = "--issuer", paramLabel = "URL", description = "Issuer URL.")
    private String issuer;

    @Option(names = "--client-id", paramLabel = "ID", description = "OAuth client ID.")
    private String clientId;

    @Option(
            names = "--client-secret-file",
            paramLabel = "FILE",
            description = "File with the OAuth client secret; use - for standard input.")
    private Path secretFile;

    @Option(names = "--idp", paramLabel = "NAME", description = "IdentityProvider of the cluster to log in at.")
    private String provider;

    @Option(
            names = "--issuer-ca-file",
            paramLabel = "FILE",
            description = "CA certificates of the issuer (default: those of this machine).")
    private Path authorityFile;

    @Option(
            names = "--scope",
            paramLabel = "SCOPE",
            description = "Scope to request besides openid; repeatable (default: profile, email, groups and"
                    + " offline_access, if the provider lists them).")
    private List<String> scopes = List.of();

    @Option(names = "--device", description = "Enter a code in a browser on another machine (device flow).")
    private boolean device;

    @Option(names = "--no-browser", description = "Print the address of the login page instead of opening a browser.")
    private boolean noBrowser;

    @Option(
            names = "--redirect-port",
            paramLabel = "PORT",
            defaultValue = "0",
            description =
                    "Port on 127.0.0.1 that receives the login; 0 selects a free port (default: ${DEFAULT-VALUE}).")
    private int redirectPort;

    @Option(
            names = "--context-name",
            paramLabel = "NAME",
            description = "Name of the new context (default: the selected context with -oidc appended).")
    private String contextName;

    @Option(names = "--keep-context", description = "Do not make the new context the current one.")
    private boolean keepContext;

    public LoginCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        checkFlags();
        LoginContext context = LoginContext.find(session, connection);
        LoginKubeconfigOutput output = new LoginKubeconfigOutput(session, common, destination, context);
        output.check(contextName());
        LoginRepository logins = new LoginRepository(
                UserDirectories.of(session.terminal()::environment).butler());
        LoginSettings settings = settings(context, logins);
        IdToken token = logIn(settings, logins);
        say("Logged in as %s at %s.".formatted(token.displayName(), settings.issuer()));
        if (logins.find(settings.issuer(), settings.clientId())
                .filter(login -> login.refreshToken().isEmpty())
                .isPresent()) {
            say("The provider issued no refresh token: log in again when the token expires at %s."
                    .formatted(token.expiry()));
        }
        output.write(settings, contextName(), !keepContext);
    }

    /** Everything that is wrong with the flags is reported before anything is requested. */
    private void checkFlags() {
        if (issuer != null && provider != null) {
            throw new ButlerException(ErrorCode.USAGE, "Specify either --issuer or --idp.");
        }
        if (issuer != null && clientId == null) {
            throw new ButlerException(ErrorCode.USAGE, "--issuer requires --client-id.");
        }
        List<InputProblem> problems = new ArrayList<>();
        Optional.ofNullable(issuer)
                .flatMap(OidcProviderReader::issuerProblem)
                .ifPresent(problem -> problems.add(new InputProblem("--issuer", problem)));
        if (redirectPort < 0 || redirectPort > LAST_PORT) {
            problems.add(new InputProblem(
                    "--redirect-port", "invalid value \"%d\"".formatted(redirectPort), "must be from 0 to 65535"));
        }
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid login:", problems);
        }
    }

    private Optional<String> contextName() {
        return Optional.ofNullable(contextName);
    }

    private LoginSettings settings(LoginContext context, LoginRepository logins) {
        LoginSettingsResolver.Request request = new LoginSettingsResolver.Request(
                Optional.ofNullable(issuer),
                Optional.ofNullable(clientId),
                Optional.ofNullable(provider),
                new ClientSecretInput(session).read(Optional.ofNullable(secretFile)),
                Optional.ofNullable(authorityFile).map(LoginCommand::content),
                scopes);
        return new LoginSettingsResolver(request, logins, session, connection).resolve(context.plugin());
    }

    private static String content(Path file) {
        return AtomicFile.read(file)
                .orElseThrow(() ->
                        new ButlerException(ErrorCode.UNREADABLE_FILE, "File %s does not exist.".formatted(file)));
    }

    private IdToken logIn(LoginSettings settings, LoginRepository logins) {
        Duration limit = wait.timeout().orElse(LIMIT);
        Optional<BrowserLauncher> browser =
                noBrowser ? Optional.empty() : Optional.of(new BrowserLauncher(session.terminal()::environment));
        UserLogin login = new UserLogin(
                settings, logins, new TerminalLoginPrompt(session.messages(), browser, limit), session.clock());
        return device ? login.onOtherDevice(limit, LoginCommand::sleep) : login.inBrowser(redirectPort, limit);
    }

    private static void sleep(Duration duration) {
        try {
            Thread.sleep(duration);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ButlerException(ErrorCode.CANCELLED, "The login was cancelled.", e);
        }
    }

    private void say(String sentence) {
        if (!common.isQuiet()) {
            session.messages().print(sentence);
        }
    }
}
