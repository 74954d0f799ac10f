package dev.butlerlabs.adm.backup;

import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.talos.client.ClientConfiguration;
import dev.butlerlabs.core.talos.client.EtcdBootstrapSource;
import dev.butlerlabs.core.talos.client.MachineWaiter;
import dev.butlerlabs.core.talos.client.NodeAddress;
import dev.butlerlabs.core.talos.client.NodeOperations;
import dev.butlerlabs.core.talos.client.TalosClient;
import dev.butlerlabs.core.talos.client.TalosRetryPolicy;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.cluster.TalosHost;
import dev.butlerlabs.sim.cluster.TalosHostOptions;
import dev.butlerlabs.sim.infrastructure.MachineHost;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** A management cluster of one simulated Talos machine whose etcd snapshots contain the objects of its API. */
final class SimulatedPlatform implements AutoCloseable {
    static final Tool BUTLERADM = Tool.of("butleradm", Butleradm.class, Butleradm::commands);

    private static final String VERSION = "v1.14.1";
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final Path directory;
    private final TalosHost hosts = TalosHost.start(TalosHostOptions.quick(VERSION));
    private final KubernetesClient client;

    private SimulatedPlatform(Path directory) throws IOException {
        this.directory = directory;
        String address = hosts.boot(new MachineHost.Boot("id-1", "cp-1", "02:00:00:00:00:01", Optional.empty()))
                .address();
        generate(address);
        bootstrap(new NodeAddress(address, NodeAddress.DEFAULT_PORT));
        String kubeconfig = hosts.clusters().getFirst().kubeconfig();
        Files.writeString(kubeconfig(), kubeconfig);
        client = new KubeConnector("test").connect(Kubeconfig.parse(kubeconfig, "test"));
    }

    /** Starts a platform with CRDs and a node, without further objects. */
    static SimulatedPlatform start(Path directory) throws IOException {
        SimulatedPlatform platform = new SimulatedPlatform(directory);
        TestAwait.upTo(LIMIT, "a node")
                .ignoreExceptionsInstanceOf(KubernetesClientException.class)
                .until(() -> !platform.client.nodes().list().getItems().isEmpty());
        new CustomResourceDefinitions(platform.client).ensure(CustomResourceDefinitionFiles.all(), LIMIT);
        return platform;
    }

    Path kubeconfig() {
        return directory.resolve("demo-kubeconfig");
    }

    private Path talosconfig() {
        return directory.resolve("demo-talosconfig");
    }

    KubernetesClient client() {
        return client;
    }

    private void generate(String address) throws IOException {
        String secrets = directory.resolve("secrets.yaml").toString();
        succeed("talos", "secrets", "--output", secrets);
        succeed(
                "talos",
                "generate",
                "--cluster-name",
                "demo",
                "--endpoint",
                "https://" + address + ":6443",
                "--talos-version",
                VERSION,
                "--secrets",
                secrets,
                "--output",
                directory.resolve("configs").toString());
        String text = Files.readString(directory.resolve("configs/talosconfig"));
        Files.writeString(
                talosconfig(),
                text.replaceFirst(
                        "endpoints: \\[[^\\]]*\\]", "endpoints: [" + address + "]\n        nodes: [" + address + "]"));
    }

    private void bootstrap(NodeAddress machine) throws IOException {
        NodeOperations operations = new NodeOperations(MachineWaiter.real(_ -> {}));
        try (TalosClient maintenance = TalosClient.maintenance(machine, Optional.empty())) {
            operations.deliver(
                    maintenance,
                    Files.readString(directory.resolve("configs/controlplane.yaml")),
                    TalosRetryPolicy.DELIVERY);
        }
        ClientConfiguration.Context context = ClientConfiguration.parse("talosconfig", Files.readString(talosconfig()))
                .context(Optional.empty());
        try (TalosClient node = TalosClient.secured(machine, context.credentials(), Clock.systemUTC())) {
            operations.awaitArrival(node, TalosRetryPolicy.ARRIVAL);
            operations.bootstrap(node, EtcdBootstrapSource.FRESH, TalosRetryPolicy.BOOTSTRAP);
            operations.awaitReady(node, TalosRetryPolicy.ARRIVAL);
        }
        TestAwait.upTo(LIMIT, "the Kubernetes API")
                .until(() -> !hosts.clusters().isEmpty());
    }

    private static void succeed(String... words) {
        ToolRun run = BUTLERADM.run(words);
        if (run.exitCode() != 0) {
            throw new IllegalStateException(run.err());
        }
    }

    @Override
    public void close() {
        client.close();
        hosts.close();
    }
}
