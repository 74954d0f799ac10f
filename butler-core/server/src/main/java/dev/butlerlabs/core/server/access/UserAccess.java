package dev.butlerlabs.core.server.access;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;

/** The access of a session to the Kubernetes API with the permissions of its user and no others. Thread-safe. */
public interface UserAccess extends AutoCloseable {
    /** Returns the user. It can change when the login is refreshed. */
    ConsoleUser user();

    /** Returns a client that acts as the user. The caller does not close it. */
    KubernetesClient client();

    /**
     * Verifies that the login is still valid, and refreshes it if it ends soon.
     *
     * @throws dev.butlerlabs.core.error.ButlerException with LOGIN_REQUIRED if it has ended
     */
    void requireValid(Instant now);

    /**
     * Refreshes the login at the identity provider.
     *
     * @throws dev.butlerlabs.core.error.ButlerException with LOGIN_REQUIRED if the provider rejects it
     */
    void refresh();

    /** Returns a key that is equal for sessions whose requests have the same permissions. */
    String identityKey();

    @Override
    void close();
}
