package dev.butlerlabs.core.server;

import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.identity.access.AccessReviewClient;
import dev.butlerlabs.core.identity.access.AccessSubject;
import dev.butlerlabs.core.identity.change.TeamClient;
import dev.butlerlabs.core.identity.change.TeamMembers;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.UserClients;
import dev.butlerlabs.core.server.access.ConsoleUser;
import dev.butlerlabs.core.server.access.FixedUserAccess;
import dev.butlerlabs.core.server.access.UserAccess;
import dev.butlerlabs.core.server.login.OidcLogin;
import dev.butlerlabs.core.server.login.ProviderDirectory;
import dev.butlerlabs.core.server.login.UserClientFactory;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** How users of each mode log in, and where they might have permissions. */
final class ConsoleAssembly {
    private ConsoleAssembly() {}

    /** The user of a kubeconfig; the API server knows who it is. */
    static UserAccess self(KubernetesClient client) {
        return new FixedUserAccess(user(client), client, "kubeconfig");
    }

    private static ConsoleUser user(KubernetesClient client) {
        AccessSubject self = new AccessReviewClient(client).self();
        return new ConsoleUser(self.user(), self.groups(), Optional.empty());
    }

    /**
     * The owner of a bearer token, as the API server knows it.
     *
     * @throws ButlerException of kind DENIED if the API server does not accept the token
     */
    static UserAccess ofToken(KubernetesClient account, String token) {
        KubernetesClient client = UserClients.withToken(account, () -> token);
        return new FixedUserAccess(user(client), client, "token\n" + digest(token));
    }

    private static String digest(String token) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    static OidcLogin oidc(ConsoleMode.Cluster mode, Clock clock) {
        ProviderDirectory providers = mode.providers().isEmpty()
                ? ProviderDirectory.inCluster(mode.client(), clock)
                : ProviderDirectory.of(mode.providers());
        UserClientFactory clients = switch (mode.impersonation()) {
            case USER_AND_GROUPS -> UserClientFactory.impersonating(mode.client());
            case ID_TOKEN -> UserClientFactory.sendingToken(mode.client());
        };
        URI redirect = mode.publicUrl().resolve("/api/auth/callback");
        return new OidcLogin(providers, clients, redirect, clock);
    }

    /** Returns namespaces in which a user might have permissions. Users who may list namespaces get all of them. */
    static List<String> candidates(ConsoleMode mode, UserAccess access) {
        try {
            return KubeErrorMapper.translating(
                            "listing namespaces",
                            () -> access.client().namespaces().list().getItems())
                    .stream()
                    .map(namespace -> namespace.getMetadata().getName())
                    .toList();
        } catch (ButlerException e) {
            if (e.kind() != ErrorKind.DENIED) {
                throw e;
            }
            return switch (mode) {
                case ConsoleMode.Loopback loopback ->
                    Stream.ofNullable(loopback.client().getNamespace()).toList();
                case ConsoleMode.Cluster cluster -> teamNamespaces(cluster.client(), access.user());
            };
        }
    }

    /** Returns the namespaces of the teams that name the user. The account of the console reads the teams; the API server decides. */
    private static List<String> teamNamespaces(KubernetesClient account, ConsoleUser user) {
        return new TeamClient(account)
                .list().items().stream()
                        .filter(team -> names(team, user))
                        .map(TeamClient::namespace)
                        .toList();
    }

    private static boolean names(Team team, ConsoleUser user) {
        return TeamMembers.of(team).stream()
                .anyMatch(member -> member.group()
                        ? user.groups().contains(member.name())
                        : member.name().equals(user.name()));
    }
}
