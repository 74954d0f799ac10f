package dev.butlerlabs.core.server;

import static dev.butlerlabs.core.server.ConsoleTestBed.rule;

import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.UserClients;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Starts the consoles of an administrator and of a viewer, for tests in a browser (docs/console.md). Without arguments, they show an
 * embedded Kubernetes API with sample data and simulated controllers; with the path of a kubeconfig, that cluster, such as a rehearsal.
 *
 * <p>Prints a line of JSON when it is ready, and one with a login link for each line {@code admin} or {@code viewer} of its standard input.
 * It ends with its standard input.
 */
final class SampleConsole implements AutoCloseable {
    static final String NAMESPACE = "payments";
    private static final String VIEWER = "vera@example.com";
    private static final List<String> READ = List.of("get", "list", "watch");

    private final KubernetesClient viewer;
    private final Map<String, ConsoleServer> consoles;

    private SampleConsole(KubernetesClient admin) {
        this.viewer = UserClients.impersonating(admin, VIEWER, List.of());
        this.consoles = Map.of("admin", console(admin), "viewer", console(viewer));
    }

    public static void main(String[] arguments) throws IOException {
        if (arguments.length > 0) {
            String kubeconfig = Files.readString(Path.of(arguments[0]));
            try (KubernetesClient admin = new KubeConnector("test").connect(Kubeconfig.parse(kubeconfig, "test"))) {
                serve(admin, "butler-tenants");
            }
            return;
        }
        try (ConsoleTestBed bed = new ConsoleTestBed()) {
            SampleObjects.create(bed);
            bed.grant(
                    VIEWER,
                    rule("butler.butlerlabs.dev", List.of("*"), READ.toArray(String[]::new)),
                    rule("", List.of("namespaces"), READ.toArray(String[]::new)));
            bed.grantIn(NAMESPACE, VIEWER, rule("", List.of("events"), READ.toArray(String[]::new)));
            try (SampleControllers _ = new SampleControllers(bed)) {
                serve(bed.admin, NAMESPACE);
            }
        }
    }

    private static void serve(KubernetesClient admin, String namespace) throws IOException {
        try (SampleConsole sample = new SampleConsole(admin)) {
            print(Map.of("adminUrl", sample.url("admin"), "viewerUrl", sample.url("viewer"), "namespace", namespace));
            BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String role = lines.readLine(); role != null; role = lines.readLine()) {
                print(Map.of("link", sample.consoles.get(role).createLink().toString()));
            }
        }
    }

    private static ConsoleServer console(KubernetesClient client) {
        return ConsoleServer.start(
                ConsoleSettings.loopback(0, new ConsoleMode.Loopback(client, Optional.empty()), "sample"));
    }

    private String url(String role) {
        return consoles.get(role).url().toString();
    }

    static void print(Map<String, String> line) throws IOException {
        System.out.println(ConsoleTestBed.JSON.writeValueAsString(line));
        System.out.flush();
    }

    @Override
    public void close() {
        consoles.values().forEach(ConsoleServer::close);
        viewer.close();
    }
}
