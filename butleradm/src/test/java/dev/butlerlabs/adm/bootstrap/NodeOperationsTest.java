package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.bootstrap.plan.BootstrapPlan;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.config.ConfigEnvironment;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.testing.ProjectRoot;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The node commands in a rehearsed cluster of 3+2 machines with static addresses and running controllers. */
@Tag("slow")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class NodeOperationsTest {
    @TempDir
    private Path folder;

    private CrashWorld world;
    private Path kubeconfig;
    private RehearsalControllers controllers;
    private KubernetesClient client;

    @BeforeEach
    void bootstrap() throws IOException {
        Path example = ProjectRoot.find().resolve("configs/examples/bootstrap-harvester-static.yaml");
        Path file = Files.writeString(folder.resolve("bootstrap.yaml"), MinimalAddons.in(Files.readString(example)));
        BootstrapPlan plan = BootstrapPlan.read(
                file,
                PlaceholderSecrets.in(ConfigEnvironment.ofThisProcess(folder)),
                ProviderRegistry.load(),
                Optional.empty());
        world = new CrashWorld(plan, folder.resolve("home"), new CrashGate());
        world.run(true, new Narrator());
        String access = world.hosts().clusters().getFirst().kubeconfig();
        kubeconfig = Files.writeString(folder.resolve("kubeconfig"), access);
        controllers = RehearsalControllers.start(kubeconfig);
        client = new KubeConnector("test").connect(Kubeconfig.parse(access, "test"));
    }

    @AfterEach
    void close() {
        client.close();
        controllers.close();
        world.close();
    }

    @Test
    void addsReplacesAndRemovesMachines() throws IOException {
        String before = machineId("butler-static-cp-1");
        String address = addresses().get("butler-static-cp-1");

        succeed("node", "add", "--role", "worker");
        JsonNode replaced = new ObjectMapper()
                .readTree(succeed("node", "replace", "butler-static-cp-1", "--yes", "-o", "json")
                        .out());
        assertThat(replaced.at("/nodes/0").asText()).isEqualTo("butler-static-cp-1");
        succeed("node", "remove", "butler-static-worker-0", "--yes");

        String[] names = {
            "butler-static-cp-0",
            "butler-static-cp-1",
            "butler-static-cp-2",
            "butler-static-worker-1",
            "butler-static-worker-2"
        };
        assertThat(world.infrastructure().machines())
                .extracting(SimulatedMachine::name)
                .containsExactlyInAnyOrder(names);
        assertThat(names(client.nodes().list().getItems().stream())).containsExactlyInAnyOrder(names);
        assertThat(names(client.resources(MachineRequest.class).inAnyNamespace().list().getItems().stream()))
                .containsExactlyInAnyOrder(names);
        assertThat(names(client.resources(IPAllocation.class).inNamespace(Namespaces.SYSTEM).list().getItems().stream()
                        .filter(claim -> !claim.isMarkedForDeletion())))
                .containsExactlyInAnyOrder(names);
        assertThat(machineId("butler-static-cp-1")).isNotEqualTo(before);
        assertThat(addresses()).containsEntry("butler-static-cp-1", address);
        assertThat(addresses().values()).doesNotHaveDuplicates();
        assertThat(etcd())
                .isEqualTo(Map.of(
                        "butler-static-cp-0",
                        "member",
                        "butler-static-cp-1",
                        "member",
                        "butler-static-cp-2",
                        "member"));
        ClusterBootstrap bootstrap = client.resources(ClusterBootstrap.class)
                .inAnyNamespace()
                .list()
                .getItems()
                .getFirst();
        assertThat(bootstrap.getSpec().cluster().workers().replicas()).isEqualTo(2);
        assertThat(bootstrap.getMetadata().getAnnotations())
                .doesNotContainKey("butler.butlerlabs.dev/node-operation")
                .containsEntry("butler.butlerlabs.dev/removed-machines", "butler-static-worker-0");
        renewsClientCertificates();
        refusesToLoseTheQuorum();
        repairsABrokenMachine();
    }

    /** The test connects with a token, which stays. */
    private void renewsClientCertificates() throws IOException {
        String before = Files.readString(kubeconfig);

        JsonNode renewed = new ObjectMapper()
                .readTree(succeed("certs", "rotate", "-o", "json").out());

        assertThat(renewed.path("items"))
                .extracting(one -> one.path("credential").asText())
                .containsExactly("talosconfig", "kubeconfig");
        assertThat(renewed.at("/items/1/unchanged/0").asText()).contains("it has other credentials");
        assertThat(Files.readString(kubeconfig)).isEqualTo(before);
        succeed("certs", "list");
    }

    private void refusesToLoseTheQuorum() {
        world.infrastructure().stop("butler-static-cp-2");

        ToolRun run = run("node", "replace", "butler-static-cp-1", "--yes");

        assertThat(run.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(run.err()).contains("etcd would lose its quorum");
        assertThat(world.infrastructure().machines()).hasSize(5);
    }

    private void repairsABrokenMachine() throws IOException {
        succeed("node", "replace", "butler-static-cp-2", "--yes");

        assertThat(etcd().values()).containsExactly("member", "member", "member");
        assertThat(world.infrastructure().machines()).hasSize(5);
    }

    private static Stream<String> names(Stream<? extends HasMetadata> objects) {
        return objects.map(object -> object.getMetadata().getName());
    }

    private String machineId(String name) {
        return world.infrastructure().machines().stream()
                .filter(machine -> machine.name().equals(name))
                .findFirst()
                .orElseThrow()
                .id();
    }

    private Map<String, String> addresses() {
        Map<String, String> addresses = new TreeMap<>();
        world.infrastructure()
                .machines()
                .forEach(machine -> addresses.put(
                        machine.name(),
                        world.hosts()
                                .machine(machine.id())
                                .orElseThrow()
                                .address()
                                .getAddress()
                                .getHostAddress()));
        return addresses;
    }

    private Map<String, String> etcd() throws IOException {
        JsonNode list = new ObjectMapper()
                .readTree(succeed("node", "list", "-o", "json").out());
        Map<String, String> members = new TreeMap<>();
        list.path("items").forEach(node -> {
            if (node.has("etcd")) {
                members.put(node.path("name").asText(), node.path("etcd").asText());
            }
        });
        return members;
    }

    private ToolRun succeed(String... arguments) {
        ToolRun run = run(arguments);
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run;
    }

    private ToolRun run(String... arguments) {
        return Tool.of("butleradm", Butleradm.class, Butleradm::commands)
                .run(Stream.concat(Stream.of(arguments), Stream.of("--kubeconfig", kubeconfig.toString()))
                        .toArray(String[]::new));
    }
}
