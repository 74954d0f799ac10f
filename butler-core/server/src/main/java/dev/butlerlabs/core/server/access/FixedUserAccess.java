package dev.butlerlabs.core.server.access;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.util.Objects;

/**
 * The access of a user whose credentials do not change: those of a kubeconfig, or a bearer token.
 *
 * @param client not closed with the session
 */
public record FixedUserAccess(ConsoleUser user, KubernetesClient client, String identityKey) implements UserAccess {
    public FixedUserAccess {
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(client, "client");
        Objects.requireNonNull(identityKey, "identityKey");
    }

    @Override
    public void requireValid(Instant now) {
        // The API server rejects credentials that are no longer valid.
    }

    @Override
    public void refresh() {
        // Nothing to refresh.
    }

    @Override
    public void close() {
        // The client is shared.
    }

    @Override
    public String toString() {
        return "FixedUserAccess[user=%s]".formatted(user);
    }
}
