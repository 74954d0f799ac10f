package dev.butlerlabs.bench;

import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.ObjectSerialization;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What started programs meet: an API on loopback with ten tenant clusters, and a file that nobody can make sense of. */
record StartupSurroundings(EmbeddedApiServer server, Path folder) implements AutoCloseable {
    private static final int CLUSTERS = 10;

    static StartupSurroundings prepare() throws IOException {
        EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                .withDefinitions(new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())));
        Path folder = Files.createTempDirectory("butler-startup-");
        Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
        Files.writeString(folder.resolve("bad.yaml"), "cluster: {nmae: demo}\nnetwork: 7\n");
        try (KubernetesClient client =
                new KubeConnector("bench").connect(Kubeconfig.parse(server.kubeconfig(), "bench"))) {
            for (int i = 0; i < CLUSTERS; i++) {
                client.resource(ObjectSerialization.plain().unmarshal(cluster(i), TenantCluster.class))
                        .create();
            }
        }
        return new StartupSurroundings(server, folder);
    }

    private static String cluster(int number) {
        return """
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: TenantCluster
                metadata: {name: demo-%d, namespace: default}
                spec:
                  kubernetesVersion: v1.31.4
                  workers: {replicas: 2}
                """.formatted(number);
    }

    String filled(String words) {
        return words.replace("{kubeconfig}", folder.resolve("kubeconfig").toString())
                .replace("{file}", folder.resolve("bad.yaml").toString());
    }

    @Override
    public void close() {
        server.close();
        List.of("kubeconfig", "bad.yaml", "").forEach(name -> remove(folder.resolve(name)));
    }

    private static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
