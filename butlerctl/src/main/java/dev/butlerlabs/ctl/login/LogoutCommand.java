package dev.butlerlabs.ctl.login;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.identity.login.LoginRepository;
import dev.butlerlabs.core.identity.login.StoredLogin;
import dev.butlerlabs.core.identity.login.UserLogout;
import dev.butlerlabs.core.kube.UserDirectories;
import dev.butlerlabs.core.progress.CountFormatter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Deletes stored logins. */
@Command(
        name = "logout",
        description = {
            "Delete the tokens of your logins from this machine.",
            "Revokes refresh tokens if the provider supports it. Issued ID tokens stay valid until they expire."
        },
        footer = {"  butlerctl logout", "  butlerctl logout --issuer URL"})
public final class LogoutCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Option(names = "--issuer", paramLabel = "URL", description = "Issuer URL.")
    private String issuer;

    @Option(names = "--client-id", paramLabel = "ID", description = "OAuth client ID.")
    private String clientId;

    public LogoutCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        LoginRepository logins = new LoginRepository(
                UserDirectories.of(session.terminal()::environment).butler());
        List<StoredLogin> selected =
                logins.list().stream().filter(this::isSelected).toList();
        boolean isEverything = issuer == null && clientId == null;
        if (selected.isEmpty() && !isEverything) {
            throw new ButlerException(
                    ErrorCode.NOT_FOUND, "No such login is stored.", "Omit the options to delete all logins.");
        }
        UserLogout logout = new UserLogout(logins, session.clock());
        selected.forEach(login -> logOut(logout, login));
        int damaged = isEverything ? logins.deleteDamaged() : 0;
        if (damaged > 0) {
            say("Deleted %s.".formatted(CountFormatter.of(damaged, "damaged login")));
        } else if (selected.isEmpty()) {
            say("No logins are stored.");
        }
    }

    private boolean isSelected(StoredLogin login) {
        return (issuer == null || issuer.equals(login.settings().issuer()))
                && (clientId == null || clientId.equals(login.settings().clientId()));
    }

    private void logOut(UserLogout logout, StoredLogin login) {
        UserLogout.Result result = logout.logOut(login);
        result.failure()
                .ifPresent(reason -> session.messages()
                        .print("warning: the refresh token was deleted here, but not revoked: " + reason));
        say("Logged out %s at %s%s."
                .formatted(
                        login.user(),
                        login.settings().issuer(),
                        result.revoked() ? " and revoked the refresh token" : ""));
    }

    private void say(String sentence) {
        if (!common.isQuiet()) {
            session.messages().print(sentence);
        }
    }
}
