package dev.butlerlabs.core.cli.identity;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.identity.login.CredentialPlugin;
import dev.butlerlabs.core.identity.login.CredentialSource;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import java.util.Optional;

/**
 * Connects with the login of a context. The tool reads and refreshes the token itself instead of running itself as a plugin, and reports an
 * expired login as its own error.
 */
public final class LoginConnector {
    private final KubeConnector connector;
    private final CommandContext session;

    public LoginConnector(KubeConnector connector, CommandContext session) {
        this.connector = connector;
        this.session = session;
    }

    /**
     * Returns a client for the selected context if {@code butlerctl login} has written it; empty for every other one, also for none. The
     * caller closes the client.
     *
     * @throws ButlerException if the login has expired and cannot be refreshed
     */
    public Optional<KubernetesClient> connect(ConnectionOptions connection) {
        return context(connection).flatMap(context -> context.plugin().map(plugin -> connect(context, plugin)));
    }

    private Optional<LoginContext> context(ConnectionOptions connection) {
        try {
            return Optional.of(LoginContext.find(session, connection));
        } catch (ButlerException unusable) {
            return Optional.empty();
        }
    }

    private KubernetesClient connect(LoginContext context, CredentialPlugin plugin) {
        CredentialSource credentials = new CredentialSource(ContextLogin.repository(session, plugin), session.clock());
        // A login that cannot be used is reported before the first request.
        credentials.get(plugin.issuer(), plugin.clientId());
        Kubeconfig withoutPlugin = context.kubeconfig().withUser(context.name(), context.name(), Map.of());
        return connector.connect(
                withoutPlugin,
                () -> credentials.get(plugin.issuer(), plugin.clientId()).token());
    }
}
