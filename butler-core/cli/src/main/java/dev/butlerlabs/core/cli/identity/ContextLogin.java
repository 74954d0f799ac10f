package dev.butlerlabs.core.cli.identity;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.identity.login.CredentialPlugin;
import dev.butlerlabs.core.identity.login.LoginRepository;
import dev.butlerlabs.core.identity.login.StoredLogin;
import dev.butlerlabs.core.kube.UserDirectories;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * The login that the selected context uses.
 *
 * @param stored the login on this machine; empty if the user is logged out
 */
public record ContextLogin(CredentialPlugin plugin, Optional<StoredLogin> stored) {
    public ContextLogin {
        Objects.requireNonNull(plugin, "plugin");
        Objects.requireNonNull(stored, "stored");
    }

    /** Returns the login; empty if the context has other credentials. */
    public static Optional<ContextLogin> find(CommandContext session, ConnectionOptions connection) {
        return LoginContext.find(session, connection)
                .plugin()
                .map(plugin ->
                        new ContextLogin(plugin, repository(session, plugin).find(plugin.issuer(), plugin.clientId())));
    }

    /** Returns the logins that a plugin uses. */
    static LoginRepository repository(CommandContext session, CredentialPlugin plugin) {
        return new LoginRepository(plugin.butlerHome()
                .map(Path::of)
                .orElseGet(() ->
                        UserDirectories.of(session.terminal()::environment).butler()));
    }
}
