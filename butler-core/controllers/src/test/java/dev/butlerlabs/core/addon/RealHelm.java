package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.addon.HelmProgram.Result;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.helm.ChartRequest;
import dev.butlerlabs.core.helm.ChartSource;
import dev.butlerlabs.core.helm.HelmTarget;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.testing.ProjectRoot;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.core.testing.apiserver.RealApiServer;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Assumptions;

/** The real helm, which does what our Jobs say, on a real API server; and charts for it on loopback. */
final class RealHelm implements AutoCloseable {
    static final HelmTarget INSIDE = new HelmTarget.Inside();

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final RealApiServer server;
    private final KubernetesClient client;
    private final HelmProgram program;
    private final Path kubeconfig;
    private final ChartShelf shelf;
    private final HostJobs jobs;
    private final ChartInstaller charts;

    private RealHelm(Path folder, Path helm, TestBench bench, RealApiServer server)
            throws IOException, InterruptedException {
        this.server = server;
        String text = dev.butlerlabs.core.testing.apiserver.TestKubeconfig.of(server.target());
        kubeconfig = Files.writeString(folder.resolve("kubeconfig"), text);
        client = new KubeConnector("butler").connect(Kubeconfig.parse(text, "the test"));
        program = new HelmProgram(helm, Files.createDirectory(folder.resolve("home")));
        shelf = new ChartShelf(
                program,
                ProjectRoot.find().resolve("butler-core/controllers/src/test/resources/charts"),
                Files.createDirectory(folder.resolve("shelf")));
        jobs = new HostJobs(client, HostJobs.machine(helm, bench.program("kubectl"), kubeconfig, folder));
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(Namespaces.SYSTEM)
                        .endMetadata()
                        .build())
                .create();
        charts = new ChartInstaller(client, Namespaces.SYSTEM, client);
    }

    /** Skips the test where the programs are not at hand. */
    static RealHelm start(Path folder) throws IOException, InterruptedException {
        Optional<Path> helm = HelmProgram.find();
        Assumptions.assumeTrue(helm.isPresent(), HelmProgram.ABSENT);
        Optional<TestBench> bench = TestBench.find();
        Assumptions.assumeTrue(bench.isPresent(), TestBench.ABSENT);
        return new RealHelm(folder, helm.get(), bench.get(), RealApiServer.start(bench.get()));
    }

    KubernetesClient client() {
        return client;
    }

    Path kubeconfig() {
        return kubeconfig;
    }

    ChartShelf shelf() {
        return shelf;
    }

    ChartInstaller charts() {
        return charts;
    }

    ChartRequest demo(String namespace, String version, Map<String, Object> values) {
        return ChartRequest.of("demo", namespace, ChartSource.of(shelf.repository(), "demo"), version, values);
    }

    /** Calls until the chart is no longer being changed, and returns its last state. */
    ChartState until(Callable<ChartState> call) {
        return TestAwait.upTo(LIMIT, "the end of a chart operation")
                .pollInterval(PAUSE)
                .until(call, state -> !(state instanceof ChartState.Working));
    }

    ChartState install(ChartRequest request) throws InterruptedException {
        return until(() -> charts.install(request));
    }

    /** What helm answers to somebody who types. */
    Result type(String... words) throws IOException, InterruptedException {
        return program.run(Map.of("KUBECONFIG", kubeconfig.toString()), List.of(words));
    }

    Map<String, String> settings(String namespace) {
        return Optional.ofNullable(client.configMaps()
                        .inNamespace(namespace)
                        .withName("demo-settings")
                        .get())
                .map(ConfigMap::getData)
                .orElse(Map.of());
    }

    List<String> leftJobs() {
        return client.batch().v1().jobs().inNamespace(Namespaces.SYSTEM).list().getItems().stream()
                .map(job -> job.getMetadata().getName())
                .toList();
    }

    @Override
    public void close() {
        List.<AutoCloseable>of(jobs, shelf, client, server).forEach(RealHelm::close);
    }

    private static void close(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
