package dev.butlerlabs.core.server;

import static dev.butlerlabs.core.server.ConsoleTestBed.rule;

import dev.butlerlabs.core.identity.login.LoginSettings;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.server.login.NamedProvider;
import dev.butlerlabs.core.testing.OidcProviderProcess;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The console of a platform, such as a kept rehearsal, for tests in a browser (docs/console.md). Users log in at oidc-provider on loopback: {@code ada}
 * is an administrator, {@code vera} may only read resources of Butler. Arguments: the kubeconfig of the platform and a directory for temporary files.
 *
 * <p>Prints a line of JSON when it is ready, and ends with its standard input.
 */
final class PlatformConsole {
    private static final String ADMINISTRATOR = "ada";
    private static final String VIEWER = "vera";
    private static final String[] READ = {"get", "list", "watch"};

    private PlatformConsole() {}

    public static void main(String[] arguments) throws IOException {
        String kubeconfig = Files.readString(Path.of(arguments[0]));
        try (KubernetesClient account = new KubeConnector("console-e2e").connect(Kubeconfig.parse(kubeconfig, "test"));
                OidcProviderProcess provider = OidcProviderProcess.start(Path.of(arguments[1]))) {
            grant(account, ADMINISTRATOR, rule("*", List.of("*"), "*"));
            grant(
                    account,
                    VIEWER,
                    rule("butler.butlerlabs.dev", List.of("*"), READ),
                    rule("", List.of("namespaces"), READ));
            try (ConsoleServer server = start(account, provider)) {
                String url = server.url().toString();
                SampleConsole.print(Map.of(
                        "adminUrl", url,
                        "viewerUrl", url,
                        "adminUser", ADMINISTRATOR,
                        "viewerUser", VIEWER,
                        "namespace", "butler-tenants"));
                // The test closes the standard input at its end.
                System.in.transferTo(java.io.OutputStream.nullOutputStream());
            }
        }
    }

    private static void grant(KubernetesClient account, String user, PolicyRule... rules) {
        String name = "console-e2e-" + user;
        account.resource(new ClusterRoleBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .withRules(rules)
                        .build())
                .serverSideApply();
        account.resource(new ClusterRoleBindingBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", name)
                        .addNewSubject("rbac.authorization.k8s.io", "User", user + "@example.com", null)
                        .build())
                .serverSideApply();
    }

    private static ConsoleServer start(KubernetesClient account, OidcProviderProcess provider) throws IOException {
        int port = freePort();
        LoginSettings client =
                new LoginSettings(provider.issuer(), "butler", Optional.empty(), Optional.empty(), List.of());
        return ConsoleServer.start(ConsoleSettings.of(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                new ConsoleMode.Cluster(
                        account,
                        URI.create("http://127.0.0.1:" + port),
                        ConsoleMode.Impersonation.USER_AND_GROUPS,
                        List.of(new NamedProvider("corporate", "Corporate", client)),
                        true,
                        Optional.empty()),
                "rehearsal"));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
