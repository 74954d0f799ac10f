package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.adm.bootstrap.CrashScenario.Outcome;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.IPAllocationStatus.Phase;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.bootstrap.plan.BootstrapPlan;
import dev.butlerlabs.core.bootstrap.run.BootstrapPreview;
import dev.butlerlabs.core.bootstrap.run.PreflightRun;
import dev.butlerlabs.core.config.ConfigEnvironment;
import dev.butlerlabs.core.config.bootstrap.NodeAddressSettings;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.provider.PreflightCheck.Result;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.testing.LongSuite;
import dev.butlerlabs.core.testing.ProjectRoot;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.talos.SimulatedNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Machines with addresses that the operator chose, from the file to the cluster that remembers them. */
@Tag("slow")
@EnabledIfSystemProperty(
        named = "butler.long",
        matches = "true",
        disabledReason = "takes minutes; see scripts/test --long")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class StaticAddressesTest {
    private static final int CRASHES = 1;

    @TempDir
    private Path folder;

    private static Stream<String> examples() {
        return LongSuite.plus(List.of("harvester-static"), "nutanix", "proxmox");
    }

    @ParameterizedTest
    @MethodSource("examples")
    void everyMachineHasTheAddressThatWasChosenForIt(String example) throws IOException {
        BootstrapPlan plan = read(withAddresses(example));
        try (CrashWorld world = new CrashWorld(plan, folder.resolve("home"), new CrashGate())) {
            world.run(true, new Narrator());

            Map<String, String> chosen = chosen(world);
            assertThat(real(world)).isEqualTo(chosen);
            try (KubernetesClient cluster = cluster(world)) {
                assertThat(remembered(cluster)).isEqualTo(chosen);
                assertThat(requested(cluster)).isEqualTo(chosen);
                assertThat(inEngine(cluster))
                        .as("no controllers would look after these")
                        .isEmpty();
                assertThat(pool(cluster, plan).getSpec().tenantAllocation().start())
                        .isEqualTo(chosen.get(plan.cluster() + "-cp-0"));
            }
        }
    }

    /** In the order of the machines, from the first address of the range on. */
    private static Map<String, String> chosen(CrashWorld world) {
        String start = world.wanted().getSpec().network().nodeAddresses().start();
        int dot = start.lastIndexOf('.') + 1;
        int first = Integer.parseInt(start.substring(dot));
        Map<String, String> chosen = new TreeMap<>();
        for (String machine : List.of("cp-0", "cp-1", "cp-2", "worker-0", "worker-1")) {
            chosen.put(
                    world.wanted().getMetadata().getName() + "-" + machine,
                    start.substring(0, dot) + (first + chosen.size()));
        }
        return chosen;
    }

    private static Map<String, String> real(CrashWorld world) {
        Map<String, String> seen = new TreeMap<>();
        for (SimulatedMachine machine : world.infrastructure().machines()) {
            SimulatedNode node = world.hosts().machine(machine.id()).orElseThrow();
            seen.put(machine.name(), node.address().getAddress().getHostAddress());
        }
        return seen;
    }

    private static KubernetesClient cluster(CrashWorld world) {
        return new KubeConnector("looker")
                .connect(Kubeconfig.parse(world.hosts().clusters().getFirst().kubeconfig(), "the cluster"));
    }

    private static Map<String, String> remembered(KubernetesClient cluster) {
        List<IPAllocation> claims = cluster.resources(IPAllocation.class)
                .inNamespace(Namespaces.SYSTEM)
                .list()
                .getItems();
        assertThat(claims)
                .allSatisfy(claim -> assertThat(claim.getStatus().phase()).isEqualTo(Phase.ALLOCATED));
        return byName(
                claims,
                claim -> claim.getMetadata().getName(),
                claim -> claim.getStatus().startAddress());
    }

    private static Map<String, String> requested(KubernetesClient cluster) {
        return byName(
                cluster.resources(MachineRequest.class)
                        .inNamespace(Namespaces.SYSTEM)
                        .list()
                        .getItems(),
                request -> request.getMetadata().getName(),
                request -> request.getStatus().ipAddress());
    }

    private static List<HasMetadata> inEngine(KubernetesClient cluster) {
        return Stream.of(
                        ClusterBootstrap.class,
                        ProviderConfig.class,
                        MachineRequest.class,
                        IPAllocation.class,
                        NetworkPool.class)
                .<HasMetadata>flatMap(kind ->
                        cluster.resources(kind).inAnyNamespace().withLabel(Labels.ENGINE_OF).list().getItems().stream())
                .toList();
    }

    private static <T> Map<String, String> byName(
            List<T> objects, Function<T, String> name, Function<T, String> address) {
        return new TreeMap<>(objects.stream().collect(Collectors.toMap(name, address)));
    }

    private static NetworkPool pool(KubernetesClient cluster, BootstrapPlan plan) {
        return cluster.resources(NetworkPool.class)
                .inNamespace(Namespaces.SYSTEM)
                .withName(plan.cluster() + "-nodes")
                .require();
    }

    @Test
    void thePlanTellsWhichMachineGetsWhichAddress() {
        List<String> lines = BootstrapPreviewText.lines(BootstrapPreview.of(read(example("harvester-static"))));
        assertThat(lines).contains("Machine IPs  192.0.2.100-192.0.2.119 (5 of 20)");
        assertThat(lines).anyMatch(line -> line.contains("butler-static-cp-2 ") && line.endsWith("  192.0.2.102"));
        assertThat(lines).anyMatch(line -> line.contains("butler-static-worker-0 ") && line.endsWith("  192.0.2.103"));
    }

    @ParameterizedTest
    @CsvSource({
        "aws, network.nodeAddresses: is not supported: Amazon EC2 assigns the addresses of machines",
        "harvester, network.nodeAddresses.gateway: is missing",
    })
    void anInfrastructureRefusesWhatItCannotDo(String provider, String problem) throws IOException {
        Path file = withAddresses(provider);
        assertThatThrownBy(() -> read(file))
                .isInstanceOfSatisfying(
                        ButlerException.class,
                        failure -> assertThat(failure.problems())
                                .singleElement()
                                .asString()
                                .contains(problem));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void aRehearsalTellsWhereTheMachinesAre(String example) throws IOException {
        try (RehearsalEnvironment rehearsal =
                RehearsalEnvironment.start(read(withAddresses(example)), FaultPlan.none())) {
            NodeAddressSettings led =
                    rehearsal.plan().config().network().nodeAddresses().orElseThrow();
            assertThat(rehearsal.changes())
                    .anyMatch(line ->
                            line.startsWith("network.nodeAddresses ") && line.endsWith(" replaced by " + led.range()));
            assertThat(led.subnet().toString()).startsWith("127.");
            assertThat(led.subnet().contains(led.range())).isTrue();
            assertThat(PreflightRun.of(rehearsal.plan(), Optional.empty()).findings())
                    .extracting(PreflightRun.Finding::result)
                    .noneMatch(Result.Failed.class::isInstance);
        }
    }

    @Test
    void aMachineKeepsItsAddressWhereverTheRunIsStopped() throws Exception {
        CrashExplorer explorer = CrashExplorer.of(small(), folder.resolve("worlds"));
        List<List<Crash>> worlds = explorer.sample(Integer.MAX_VALUE, 1).stream()
                .filter(crash -> crash.effect().door().equals("engine"))
                .filter(crash -> crash.effect().target().contains("ipallocations"))
                .limit(CRASHES)
                .map(List::of)
                .toList();
        List<Outcome> outcomes = explorer.explore(worlds, 1);
        assertThat(outcomes)
                .hasSize(CRASHES)
                .allSatisfy(outcome ->
                        assertThat(outcome.wrong()).as(outcome.met().toString()).isEmpty());
    }

    /** One machine of each kind: every world takes its time. */
    private BootstrapPlan small() throws IOException {
        String text = MinimalAddons.in(Files.readString(example("harvester-static")))
                .replaceAll("replicas: [0-9]+", "replicas: 1");
        return read(Files.writeString(folder.resolve("small.yaml"), text));
    }

    /** An example, with addresses for its machines where it has none, in the network of its virtual address. */
    private Path withAddresses(String name) throws IOException {
        String text = MinimalAddons.in(Files.readString(example(name)));
        Matcher shared = Pattern.compile("vip: ([0-9.]+)\\.").matcher(text);
        String network = shared.find() ? shared.group(1) : "192.0.2";
        String addresses = """
                network:
                  nodeAddresses: {start: %1$s.100, end: %1$s.119, subnet: %1$s.0/24}
                """.formatted(network);
        return Files.writeString(
                folder.resolve(name + ".yaml"),
                text.contains("nodeAddresses:") ? text : text.replace("network:\n", addresses));
    }

    private static Path example(String name) {
        return ProjectRoot.find().resolve("configs/examples/bootstrap-%s.yaml".formatted(name));
    }

    private static BootstrapPlan read(Path file) {
        return BootstrapPlan.read(
                file,
                PlaceholderSecrets.in(ConfigEnvironment.ofThisProcess(file.getParent())),
                ProviderRegistry.load(),
                Optional.empty());
    }
}
