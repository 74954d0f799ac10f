package dev.butlerlabs.sim.tenant;

import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.embedded.identity.ServerIdentity;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.testing.PreparedPart;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.core.testing.apiserver.RealApiServer;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import dev.butlerlabs.core.testing.apiserver.TestKubeconfig;
import dev.butlerlabs.core.testing.apiserver.TestServerProcess;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfig;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceConversionBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A kube-apiserver and kube-controller-manager with the real managers of Cluster API: core, kubeadm bootstrap and Talos bootstrap, with their
 * CRDs, conversion webhooks and admission webhooks. Everything listens on loopback.
 */
final class RealClusterApi implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofMinutes(2);
    private static final int MOST_ATTEMPTS = 3;
    private static final KubernetesSerialization YAML = new KubernetesSerialization();

    private final Path programs;
    private final Path directory;
    private final RealApiServer server;
    private final KubernetesClient client;
    private final Deque<TestServerProcess> managers = new ArrayDeque<>();

    /**
     * A manager and its provider.
     *
     * @param contracts labels of its CRDs: contract of Cluster API and version of the CRD
     */
    private record Manager(String name, Map<String, String> contracts, List<String> arguments) {}

    private RealClusterApi(Path programs, RealApiServer server) {
        this.programs = programs;
        this.server = server;
        this.directory = temporary();
        this.client =
                new KubeConnector("test").connect(Kubeconfig.parse(TestKubeconfig.of(server.target()), "the test"));
    }

    /**
     * Starts everything, or skips the test if a part is missing.
     *
     * @param featureGates those of the kubeadm bootstrap manager, such as {@code Name=true}
     */
    static RealClusterApi start(String featureGates) {
        Optional<TestBench> bench = TestBench.find().filter(found -> found.has("kube-controller-manager"));
        Optional<Path> programs = PreparedPart.CLUSTER_API.find();
        Assumptions.assumeTrue(bench.isPresent(), TestBench.ABSENT);
        Assumptions.assumeTrue(programs.isPresent(), PreparedPart.CLUSTER_API.absent());
        List<CustomResourceDefinition> published = ClusterApiDefinitions.published();
        RealClusterApi started = new RealClusterApi(programs.get(), RealApiServer.start(bench.get()));
        try {
            started.install(published, featureGates);
            return started;
        } catch (RuntimeException | IOException e) {
            started.close();
            throw new IllegalStateException("cannot start Cluster API: " + e.getMessage(), e);
        }
    }

    String kubeconfig() {
        return TestKubeconfig.of(server.target());
    }

    KubernetesClient client() {
        return client;
    }

    /** Returns the version of Cluster API, from the name of its directory. */
    String version() {
        return programs.getFileName().toString();
    }

    /** @throws IllegalStateException with its last output if a manager has ended */
    void requireAlive() {
        managers.forEach(TestServerProcess::requireAlive);
    }

    private void install(List<CustomResourceDefinition> published, String featureGates) throws IOException {
        Files.writeString(directory.resolve("kubeconfig"), kubeconfig());
        new CustomResourceDefinitions(client).ensureYaml(CustomResourceDefinitionFiles.texts(), START_LIMIT);
        new CustomResourceDefinitions(client).ensure(published, START_LIMIT);
        for (Manager manager : managers(featureGates)) {
            start(manager);
        }
        server.startControllers();
    }

    /** Contracts as in the kustomization of each provider. */
    private List<Manager> managers(String featureGates) {
        boolean both = ClusterApiDefinitions.files(programs.resolve("core/crds")).stream()
                .anyMatch(file -> ClusterApiDefinitions.text(file).contains("name: v1beta2"));
        Map<String, String> contracts = both
                ? Map.of(ClusterApiDefinitions.CONTRACT, "v1beta1", "cluster.x-k8s.io/v1beta2", "v1beta2")
                : Map.of(ClusterApiDefinitions.CONTRACT, "v1beta1");
        return List.of(
                new Manager("core", contracts, List.of()),
                new Manager(
                        "kubeadm-bootstrap",
                        contracts,
                        featureGates.isEmpty() ? List.of() : List.of("--feature-gates=" + featureGates)),
                new Manager("talos-bootstrap", Map.of(ClusterApiDefinitions.CONTRACT, "v1alpha3"), List.of()));
    }

    private void start(Manager manager) throws IOException {
        Path certificates = Files.createDirectory(directory.resolve(manager.name()));
        ServerIdentity.in(Optional.of(certificates), Instant.now());
        Files.copy(certificates.resolve("server.crt"), certificates.resolve("tls.crt"));
        Files.copy(certificates.resolve("server.key"), certificates.resolve("tls.key"));
        for (int attempt = 1; !start(manager, certificates, attempt == MOST_ATTEMPTS); attempt++) {
            managers.pop().close();
        }
    }

    /**
     * Starts a manager. CRDs come before the manager, which watches them, and admission webhooks after it, since they would reject everything
     * before.
     *
     * @return false if another process has taken one of its ports meanwhile
     */
    private boolean start(Manager manager, Path certificates, boolean last) throws IOException {
        int port = freePort();
        String authority = Base64.getEncoder().encodeToString(Files.readAllBytes(certificates.resolve("ca.crt")));
        Webhooks webhooks = new Webhooks("https://127.0.0.1:" + port, authority);
        new CustomResourceDefinitions(client).ensure(definitions(manager, webhooks), START_LIMIT);
        try {
            launch(manager, certificates, port);
        } catch (IllegalStateException e) {
            if (last || !e.getMessage().contains("address already in use")) {
                throw e;
            }
            return false;
        }
        configurations(manager, webhooks)
                .forEach(configuration -> client.resource(configuration).create());
        return true;
    }

    private List<CustomResourceDefinition> definitions(Manager manager, Webhooks webhooks) {
        return ClusterApiDefinitions.files(programs.resolve(manager.name()).resolve("crds")).stream()
                .map(ClusterApiDefinitions::parse)
                .map(definition -> {
                    definition.getMetadata().setLabels(manager.contracts());
                    return definition.getSpec().getVersions().size() > 1 ? webhooks.convert(definition) : definition;
                })
                .toList();
    }

    private List<HasMetadata> configurations(Manager manager, Webhooks webhooks) {
        String text =
                ClusterApiDefinitions.text(programs.resolve(manager.name()).resolve("webhooks.yaml"));
        return Stream.of(text.split("(?m)^---$"))
                .filter(document -> !document.isBlank())
                .map(document -> YAML.<HasMetadata>unmarshal(document))
                .map(webhooks::redirect)
                .peek(configuration -> configuration
                        .getMetadata()
                        .setName(manager.name() + "-"
                                + configuration.getMetadata().getName()))
                .toList();
    }

    /** Replaces the services in front of a manager by its address. */
    private record Webhooks(String address, String authority) {
        CustomResourceDefinition convert(CustomResourceDefinition definition) {
            definition
                    .getSpec()
                    .setConversion(new CustomResourceConversionBuilder()
                            .withStrategy("Webhook")
                            .withNewWebhook()
                            .withConversionReviewVersions("v1", "v1beta1")
                            .withNewClientConfig()
                            .withUrl(address + "/convert")
                            .withCaBundle(authority)
                            .endClientConfig()
                            .endWebhook()
                            .build());
            return definition;
        }

        HasMetadata redirect(HasMetadata configuration) {
            switch (configuration) {
                case MutatingWebhookConfiguration mutating ->
                    mutating.getWebhooks().forEach(webhook -> redirect(webhook.getClientConfig()));
                case ValidatingWebhookConfiguration validating ->
                    validating.getWebhooks().forEach(webhook -> redirect(webhook.getClientConfig()));
                default -> throw new IllegalStateException("unexpected " + configuration.getKind());
            }
            return configuration;
        }

        private void redirect(WebhookClientConfig client) {
            client.setUrl(address + client.getService().getPath());
            client.setService(null);
            client.setCaBundle(authority);
        }
    }

    private void launch(Manager manager, Path certificates, int webhookPort) {
        int health = freePort();
        List<String> arguments = new ArrayList<>(List.of(
                "--kubeconfig=" + directory.resolve("kubeconfig"),
                "--webhook-port=" + webhookPort,
                "--webhook-cert-dir=" + certificates,
                "--health-addr=127.0.0.1:" + health,
                "--diagnostics-address=127.0.0.1:" + freePort(),
                "--insecure-diagnostics"));
        arguments.addAll(manager.arguments());
        TestServerProcess process =
                TestServerProcess.start(directory, programs.resolve(manager.name() + "-manager"), arguments);
        managers.push(process);
        URI ready = URI.create("http://127.0.0.1:" + health + "/readyz");
        try (HttpClient http = HttpClient.newHttpClient()) {
            TestAwait.upTo(START_LIMIT, manager.name() + " manager")
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> {
                        process.requireAlive();
                        return answers(http, ready);
                    });
        }
    }

    private static boolean answers(HttpClient http, URI uri) throws InterruptedException {
        try {
            return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException e) {
            return false;
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("butler-clusterapi-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        managers.forEach(TestServerProcess::close);
        client.close();
        server.close();
        if (Boolean.getBoolean("butler.clusterapi.keep")) {
            System.out.println("The logs of the managers are in " + directory + ".");
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(path -> path.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
