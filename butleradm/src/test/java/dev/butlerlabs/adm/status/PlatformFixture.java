package dev.butlerlabs.adm.status;

import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.core.talos.client.ClientConfiguration;
import dev.butlerlabs.core.talos.client.EtcdBootstrapSource;
import dev.butlerlabs.core.talos.client.MachineWaiter;
import dev.butlerlabs.core.talos.client.NodeAddress;
import dev.butlerlabs.core.talos.client.NodeOperations;
import dev.butlerlabs.core.talos.client.TalosClient;
import dev.butlerlabs.core.talos.client.TalosRetryPolicy;
import dev.butlerlabs.core.talos.yaml.YamlReader;
import dev.butlerlabs.core.talos.yaml.YamlWriter;
import dev.butlerlabs.core.tree.UntypedTree;
import dev.butlerlabs.sim.talos.SimulatedNode;
import dev.butlerlabs.sim.talos.SimulatedNodeOptions;
import dev.butlerlabs.sim.talos.SimulatedTalos;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A management cluster with one node: a Kubernetes API with Butler's resources, and a simulated Talos machine. */
public final class PlatformFixture implements AutoCloseable {
    public static final Tool BUTLERADM = Tool.of("butleradm", Butleradm.class, Butleradm::commands);
    public static final String NODE = "cp-1";

    private static final Map<String, Class<? extends HasMetadata>> KINDS = Map.of(
            "Namespace", Namespace.class,
            "Node", Node.class,
            "Deployment", Deployment.class,
            "Lease", Lease.class,
            "NetworkPool", NetworkPool.class,
            "TenantCluster", TenantCluster.class);

    private final Path directory;
    private final SimulatedTalos network = new SimulatedTalos();
    private final EmbeddedApiServer api;
    private final KubernetesClient client;
    private final NodeAddress machine;

    private PlatformFixture(Path directory) throws IOException {
        this.directory = directory;
        api = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                .withDefinitions(new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())));
        Kubeconfig kubeconfig = Kubeconfig.parse(api.kubeconfig(), "embedded");
        new KubeconfigFile(kubeconfig()).write(kubeconfig);
        client = new KubeConnector("test").connect(kubeconfig);
        SimulatedNode node =
                network.start(SimulatedNodeOptions.of(NODE, "v1.14.1").preinstalled());
        machine = new NodeAddress(
                node.address().getAddress().getHostAddress(), node.address().getPort());
    }

    public static PlatformFixture start(Path directory) throws IOException {
        PlatformFixture platform = new PlatformFixture(directory);
        platform.bootstrapMachine();
        platform.applyObjects();
        return platform;
    }

    public Path kubeconfig() {
        return directory.resolve("demo-kubeconfig");
    }

    public Path talosconfig() {
        return directory.resolve("demo-talosconfig");
    }

    /** Returns the Talos secrets of the cluster. */
    public Path secrets() {
        return directory.resolve("secrets.yaml");
    }

    public KubernetesClient client() {
        return client;
    }

    public ToolRun run(String command, String... more) {
        return BUTLERADM.run(
                Stream.concat(Stream.of(command, "--kubeconfig", kubeconfig().toString()), Arrays.stream(more))
                        .toArray(String[]::new));
    }

    private void bootstrapMachine() throws IOException {
        generate();
        NodeOperations operations = new NodeOperations(MachineWaiter.real(sentence -> {}));
        try (TalosClient maintenance = TalosClient.maintenance(machine, Optional.empty())) {
            operations.deliver(
                    maintenance,
                    Files.readString(directory.resolve("configs/controlplane.yaml")),
                    TalosRetryPolicy.DELIVERY);
        }
        String talosconfig = talosconfig(Files.readString(directory.resolve("configs/talosconfig")));
        Files.writeString(talosconfig(), talosconfig);
        ClientConfiguration.Context context =
                ClientConfiguration.parse("talosconfig", talosconfig).context(Optional.empty());
        try (TalosClient machineClient = TalosClient.secured(machine, context.credentials(), Clock.systemUTC())) {
            operations.bootstrap(machineClient, EtcdBootstrapSource.FRESH, TalosRetryPolicy.BOOTSTRAP);
            operations.awaitReady(machineClient, TalosRetryPolicy.ARRIVAL);
        }
    }

    private void generate() {
        succeed(
                "talos",
                "secrets",
                "--output",
                directory.resolve("secrets.yaml").toString());
        succeed(
                "talos",
                "generate",
                "--cluster-name",
                "demo",
                "--endpoint",
                "https://127.0.0.1:6443",
                "--talos-version",
                "v1.14.1",
                "--secrets",
                directory.resolve("secrets.yaml").toString(),
                "--output",
                directory.resolve("configs").toString());
    }

    private static void succeed(String... words) {
        ToolRun run = BUTLERADM.run(words);
        if (run.exitCode() != 0) {
            throw new IllegalStateException(run.err());
        }
    }

    private String talosconfig(String generated) {
        Map<String, Object> document = UntypedTree.of(
                        YamlReader.documents("talosconfig", generated).getFirst())
                .copy();
        UntypedTree.put(document, "contexts.demo.endpoints", List.of(machine.authority()));
        UntypedTree.put(document, "contexts.demo.nodes", List.of(machine.authority()));
        return YamlWriter.write(document);
    }

    private void applyObjects() {
        String objects = """
                apiVersion: v1
                kind: Namespace
                metadata: {name: butler-system}
                ---
                apiVersion: v1
                kind: Namespace
                metadata: {name: team-a}
                ---
                apiVersion: v1
                kind: Node
                metadata: {name: cp-1, labels: {node-role.kubernetes.io/control-plane: ""}}
                status:
                  addresses: [{type: InternalIP, address: %s}]
                  conditions: [{type: Ready, status: "True"}]
                  nodeInfo: {osImage: Talos (v1.14.1), kubeletVersion: v1.37.2}
                ---
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: butler-controllers, namespace: butler-system}
                spec:
                  replicas: 2
                  selector: {matchLabels: {app.kubernetes.io/name: butler-controllers}}
                  template:
                    metadata: {labels: {app.kubernetes.io/name: butler-controllers}}
                    spec: {containers: [{name: controllers, image: "butler-controllers:0.1.0"}]}
                status: {replicas: 2, readyReplicas: 2}
                ---
                apiVersion: coordination.k8s.io/v1
                kind: Lease
                metadata: {name: butler-controllers, namespace: butler-system}
                spec: {holderIdentity: pod-a, leaseDurationSeconds: 3600, renewTime: "%s"}
                ---
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: NetworkPool
                metadata: {name: lab, namespace: butler-system}
                spec: {cidr: 192.0.2.0/24}
                status: {totalIPs: 200, allocatedIPs: 50, availableIPs: 150}
                ---
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: TenantCluster
                metadata: {name: web, namespace: team-a}
                spec: {kubernetesVersion: v1.37.2, workers: {replicas: 1}}
                status: {phase: Ready}
                """.formatted(machine.host(), Instant.now().toString().replaceFirst("\\.\\d+Z", ".000000Z"));
        for (String document : objects.split("---\n", -1)) {
            String kind = document.lines()
                    .filter(line -> line.startsWith("kind: "))
                    .map(line -> line.substring("kind: ".length()))
                    .findFirst()
                    .orElseThrow();
            create(client.getKubernetesSerialization().unmarshal(document, KINDS.get(kind)));
        }
    }

    private void create(HasMetadata object) {
        client.resource(object).create();
        if (!(object instanceof Namespace) && !(object instanceof Lease)) {
            object.getMetadata().setResourceVersion(null);
            client.resource(object).patchStatus();
        }
    }

    @Override
    public void close() {
        client.close();
        api.close();
        network.close();
    }
}
