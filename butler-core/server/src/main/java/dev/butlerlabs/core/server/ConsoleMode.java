package dev.butlerlabs.core.server;

import dev.butlerlabs.core.server.login.NamedProvider;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** As whom the console acts, and how its users log in. */
public sealed interface ConsoleMode {
    /**
     * The console of one user on the own machine. It acts with the credentials of a kubeconfig; the browser logs in with a one-time link.
     *
     * @param client connected with the credentials of the user; the caller closes it after the server
     * @param runs a directory with one directory per management cluster, which contain run logs
     */
    record Loopback(KubernetesClient client, Optional<Path> runs) implements ConsoleMode {
        public Loopback {
            Objects.requireNonNull(client, "client");
            Objects.requireNonNull(runs, "runs");
        }
    }

    /**
     * The console of a platform. Users log in with OpenID Connect or a token of the Kubernetes API.
     *
     * @param client connected with the account of the console; the caller closes it after the server
     * @param publicUrl the address in the browser, such as {@code https://console.example.com}
     * @param impersonation how the console acts as a user
     * @param providers the identity providers; empty to read the IdentityProviders of the cluster
     * @param tokenLogin whether users can log in with a bearer token of the Kubernetes API
     * @param tls the certificate; empty if a proxy terminates TLS
     */
    record Cluster(
            KubernetesClient client,
            URI publicUrl,
            Impersonation impersonation,
            List<NamedProvider> providers,
            boolean tokenLogin,
            Optional<SSLContext> tls)
            implements ConsoleMode {
        public Cluster {
            Objects.requireNonNull(client, "client");
            Objects.requireNonNull(publicUrl, "publicUrl");
            Objects.requireNonNull(impersonation, "impersonation");
            providers = List.copyOf(providers);
            Objects.requireNonNull(tls, "tls");
        }
    }

    /** How the console acts as a user who logged in with OpenID Connect. */
    enum Impersonation {
        /** It verifies the ID token and impersonates its user and groups. Its account needs the permission to impersonate. */
        USER_AND_GROUPS,
        /** It sends the ID token, which the API server has to accept. */
        ID_TOKEN
    }
}
