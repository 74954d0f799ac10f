package dev.butlerlabs.bench;

import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.testing.apiserver.RealApiServer;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import dev.butlerlabs.core.testing.apiserver.TestKubeconfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * The API server that the controllers of a scale benchmark use.
 *
 * @param administrator the kubeconfig of the simulation and of the benchmark
 * @param controllers the kubeconfig of the controllers
 * @param requests the requests of the controllers so far
 */
record ScaleApi(
        String name,
        String administrator,
        String controllers,
        Supplier<RequestCounts.Snapshot> requests,
        Runnable closer)
        implements AutoCloseable {
    private static final String CALLER = "butler-controllers";
    private static final Duration DEFINITIONS_LIMIT = Duration.ofSeconds(60);

    static ScaleApi embedded() {
        RequestCounts counts = new RequestCounts(CALLER);
        EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                .withGate(counts)
                .withDefinitions(new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())));
        return new ScaleApi("embedded", server.kubeconfig(), server.kubeconfig(), counts::snapshot, server::close);
    }

    /** A kube-apiserver with its etcd, which does not wait for the disk, and the controllers of Kubernetes for namespaces and garbage. */
    static ScaleApi real(TestBench bench) {
        RealApiServer.Account account = new RealApiServer.Account(CALLER, List.of("system:masters"));
        RealApiServer server = RealApiServer.startMeasured(bench, List.of(account));
        String administrator = TestKubeconfig.of(server.target());
        try (KubernetesClient client =
                new KubeConnector("bench").connect(Kubeconfig.parse(administrator, "kube-apiserver"))) {
            new CustomResourceDefinitions(client).ensureYaml(CustomResourceDefinitionFiles.texts(), DEFINITIONS_LIMIT);
        }
        server.startControllers();
        return new ScaleApi(
                "kube-apiserver",
                administrator,
                TestKubeconfig.of(server.target(account)),
                new AuditLogCounts(server.auditLogFile(), CALLER),
                server::close);
    }

    KubernetesClient connect() {
        return new KubeConnector("bench").connect(Kubeconfig.parse(administrator, name));
    }

    @Override
    public void close() {
        closer.run();
    }
}
