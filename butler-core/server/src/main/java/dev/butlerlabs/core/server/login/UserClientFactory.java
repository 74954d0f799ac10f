package dev.butlerlabs.core.server.login;

import dev.butlerlabs.core.kube.UserClients;
import dev.butlerlabs.core.server.access.ConsoleUser;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.function.Supplier;

/** Creates clients that act as users who logged in with OpenID Connect. */
@FunctionalInterface
public interface UserClientFactory {
    /**
     * Returns a client that acts as a user.
     *
     * @param token returns the current ID token
     */
    KubernetesClient connect(ConsoleUser user, Supplier<String> token);

    /** Returns a factory that impersonates verified users with an account that has this permission. */
    static UserClientFactory impersonating(KubernetesClient account) {
        return (user, _) -> UserClients.impersonating(account, user.name(), user.groups());
    }

    /** Returns a factory that sends the ID token. */
    static UserClientFactory sendingToken(KubernetesClient account) {
        return (_, token) -> UserClients.withToken(account, token);
    }
}
