package dev.butlerlabs.sim.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.api.MachineAddress;
import dev.butlerlabs.core.api.MachinePortAccess;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ProblemCollector;
import dev.butlerlabs.core.docker.ContainerState;
import dev.butlerlabs.core.docker.DockerEngine;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineSpecBuilder;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightInput;
import dev.butlerlabs.core.provider.ProviderConnectionSettings;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.infrastructure.LoopbackHost;
import dev.butlerlabs.sim.infrastructure.MachineHost;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The provider local on a simulated Docker engine, beyond the contract of all providers. */
@Tag("slow")
class LocalProviderOnEngineTest {
    private static final OwnerId OWNER = new OwnerId("owner-a");
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final List<MachineHost.Boot> boots = new CopyOnWriteArrayList<>();
    private final LocalSimulator simulator =
            LocalSimulator.start(SimulationOptions.standard().withHosts(recording(new LoopbackHost())));

    private MachineHost recording(MachineHost host) {
        return boot -> {
            boots.add(boot);
            return host.boot(boot);
        };
    }

    @AfterEach
    void close() {
        simulator.close();
    }

    private ConnectedInfrastructure connect(Map<String, Object> changes) {
        Map<String, Object> settings = new HashMap<>(simulator.settings());
        settings.putAll(changes);
        return ProviderRegistry.load()
                .require("local")
                .connect(new ProviderConnectionSettings(
                        ConfigSection.of("spec.local", settings, new ProblemCollector()), Credentials.none()));
    }

    private static MachineSpecBuilder spec(String name, OwnerId owner) {
        return MachineSpecBuilder.builder()
                .id(new MachineId(name, owner))
                .role(MachineRole.CONTROL_PLANE)
                .cpu(2)
                .memoryMiB(4096)
                .diskGiB(20)
                .extraDisks(List.of())
                .image(Optional.empty())
                .userData(Optional.empty())
                .networkData(Optional.empty())
                .zone(Optional.empty())
                .labels(Map.of())
                .address(Optional.empty());
    }

    private static MachineSpec at(String name, OwnerId owner, String cidr) {
        return spec(name, owner)
                .address(Optional.of(new MachineAddress(cidr, null, List.of())))
                .build();
    }

    @Test
    void bootsMachinesAtTheirAddressesInOneNetworkOfTheirOwner() {
        try (ConnectedInfrastructure infrastructure = connect(Map.of())) {
            MachineState first = infrastructure.machines().create(at("cp-0", OWNER, "127.90.0.20/24"));
            MachineState second = infrastructure.machines().create(at("cp-1", OWNER, "127.90.0.21/24"));
            assertThat(first)
                    .isInstanceOfSatisfying(
                            MachineState.Running.class,
                            running -> assertThat(running.addresses()).containsExactly("127.90.0.20"));
            assertThat(second)
                    .isInstanceOfSatisfying(
                            MachineState.Running.class,
                            running -> assertThat(running.addresses()).containsExactly("127.90.0.21"));
            assertThat(infrastructure.owned())
                    .extracting(OwnedResource::type)
                    .hasSize(15)
                    .startsWith("container", "container", "volume")
                    .endsWith("volume", "network");
            infrastructure.machines().delete(new MachineId("cp-0", OWNER));
            assertThat(simulator.leftovers()).contains("network butler-owner-a").doesNotContain("volume cp-0-var");
            infrastructure.machines().delete(new MachineId("cp-1", OWNER));
            assertThat(simulator.leftovers()).isEmpty();
        }
    }

    @Test
    void passesTheUserDataOrStartsInMaintenanceMode() {
        try (ConnectedInfrastructure infrastructure = connect(Map.of())) {
            infrastructure
                    .machines()
                    .create(spec("with", OWNER)
                            .userData(Optional.of(new SensitiveText("machine: {}\n")))
                            .build());
            infrastructure.machines().create(spec("without", OWNER).build());
            assertThat(boots)
                    .extracting(MachineHost.Boot::userData)
                    .containsExactly(Optional.of("machine: {}\n"), Optional.empty());
        }
    }

    @Test
    void startsAContainerThatAnEarlierRunCreatedOnly() {
        try (ConnectedInfrastructure infrastructure = connect(Map.of())) {
            // The address is in use, so the container is created but not started.
            infrastructure.machines().create(at("cp-0", OWNER, "127.90.0.20/24"));
            MachineSpec late = at("cp-1", OWNER, "127.90.0.20/24");
            assertThatThrownBy(() -> infrastructure.machines().create(late))
                    .isInstanceOfSatisfying(
                            ButlerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
            assertThat(infrastructure.machines().observe(late.id()))
                    .isInstanceOfSatisfying(MachineState.Starting.class, starting -> {
                        assertThat(starting.providerId()).isEmpty();
                        assertThat(starting.awaited()).contains("Address already in use");
                    });
            infrastructure.machines().delete(new MachineId("cp-0", OWNER));
            assertThat(infrastructure.machines().create(late)).isInstanceOf(MachineState.Running.class);
        }
    }

    private DockerEngine engine() {
        return DockerEngine.at(URI.create(simulator.settings().get("dockerHost").toString()));
    }

    private static ContainerState container(DockerEngine engine, String name) {
        return engine.containers().inspect(name).orElseThrow();
    }

    /** Ports depend on the name. Other tests that run at the same time, also in other processes, must not use the same ones. */
    private static final String RESTARTED =
            "restarted-%d-cp-0".formatted(ProcessHandle.current().pid());

    @Test
    void publishesTheSamePortsAfterARestart() {
        try (ConnectedInfrastructure infrastructure = connect(Map.of());
                DockerEngine engine = engine()) {
            MachineState before =
                    infrastructure.machines().create(spec(RESTARTED, OWNER).build());
            assertThat(before).isInstanceOfSatisfying(MachineState.Running.class, running -> {
                MachinePortAccess access = running.portAccess().orElseThrow();
                assertThat(access.required()).isFalse();
                assertThat(access.ports())
                        .extracting(MachinePortAccess.Published::port)
                        .containsExactly(6443, 50_000);
                assertThat(access.ports())
                        .extracting(MachinePortAccess.Published::address)
                        .containsOnly("127.0.0.1");
            });
            simulator.stop(RESTARTED);
            engine.containers().start(RESTARTED);
            assertThat(infrastructure.machines().observe(new MachineId(RESTARTED, OWNER)))
                    .isEqualTo(before);
        }
    }

    @Test
    void usesPublishedPortsOnlyAsConfigured() {
        MachineSpec spec = spec("worker-0", OWNER).role(MachineRole.WORKER).build();
        try (ConnectedInfrastructure direct = connect(Map.of("access", "direct"));
                ConnectedInfrastructure ports = connect(Map.of("access", "ports"))) {
            assertThat(direct.machines().create(spec))
                    .isInstanceOfSatisfying(
                            MachineState.Running.class,
                            running -> assertThat(running.portAccess()).isEmpty());
            assertThat(ports.machines().observe(spec.id()))
                    .isInstanceOfSatisfying(
                            MachineState.Running.class,
                            running -> assertThat(running.portAccess().map(MachinePortAccess::required))
                                    .contains(true));
        }
    }

    /** Creates a container that cannot be started, because another one has its address, and removes the other one. */
    private ContainerState createdOnly(ConnectedInfrastructure infrastructure, DockerEngine engine, MachineSpec spec) {
        infrastructure
                .machines()
                .create(at("other", OWNER, spec.address().orElseThrow().cidr()));
        assertThatThrownBy(() -> infrastructure.machines().create(spec)).isInstanceOf(ButlerException.class);
        infrastructure.machines().delete(new MachineId("other", OWNER));
        return container(engine, spec.id().name());
    }

    @Test
    void choosesOtherPortsIfAProgramTookThemBeforeTheFirstStart() throws IOException {
        MachineSpec spec = at("cp-0", OWNER, "127.90.0.20/24");
        try (ConnectedInfrastructure infrastructure = connect(Map.of());
                DockerEngine engine = engine()) {
            ContainerState first = createdOnly(infrastructure, engine, spec);
            int port = first.reservedPorts().iterator().next();
            try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                assertThat(infrastructure.machines().create(spec))
                        .isInstanceOfSatisfying(
                                MachineState.Starting.class,
                                starting -> assertThat(starting.providerId()).isEmpty());
                assertThat(infrastructure.machines().create(spec)).isInstanceOf(MachineState.Running.class);
                ContainerState second = container(engine, "cp-0");
                assertThat(second.id()).isNotEqualTo(first.id());
                assertThat(second.reservedPorts()).doesNotContain(port);
            }
            assertThat(simulator.machines()).hasSize(1);
            infrastructure.machines().delete(spec.id());
            assertThat(simulator.leftovers()).isEmpty();
        }
    }

    @Test
    void completesAReplacementThatWasInterrupted() {
        MachineSpec spec = at("cp-0", OWNER, "127.90.0.20/24");
        try (ConnectedInfrastructure infrastructure = connect(Map.of());
                DockerEngine engine = engine()) {
            ContainerState first = createdOnly(infrastructure, engine, spec);
            engine.containers().rename(first.id(), "cp-0-replaced");
            assertThat(infrastructure.machines().observe(spec.id()))
                    .isEqualTo(new MachineState.Starting("", "the container is being replaced"));
            assertThat(infrastructure.machines().create(spec)).isInstanceOf(MachineState.Running.class);
            assertThat(simulator.machines()).hasSize(1);
        }
    }

    @Test
    void deletesAContainerThatWasBeingReplaced() {
        MachineSpec spec = at("cp-0", OWNER, "127.90.0.20/24");
        try (ConnectedInfrastructure infrastructure = connect(Map.of());
                DockerEngine engine = engine()) {
            engine.containers().rename(createdOnly(infrastructure, engine, spec).id(), "cp-0-replaced");
            infrastructure.machines().delete(spec.id());
            assertThat(simulator.machines()).isEmpty();
            assertThat(simulator.leftovers()).isEmpty();
        }
    }

    @Test
    void pullsAMissingImageWithoutBlocking() {
        try (ConnectedInfrastructure infrastructure = connect(Map.of("image", "ghcr.io/siderolabs/talos:v1.12.4"))) {
            MachineSpec spec = spec("cp-0", OWNER).build();
            assertThat(infrastructure.machines().create(spec))
                    .isEqualTo(new MachineState.Starting(
                            "", "the image ghcr.io/siderolabs/talos:v1.12.4 is being pulled"));
            TestAwait.upTo(LIMIT, "the machine running")
                    .until(() -> infrastructure.machines().create(spec) instanceof MachineState.Running);
        }
    }

    @Test
    void reportsAnImageThatCannotBePulled() {
        try (ConnectedInfrastructure infrastructure = connect(Map.of("image", "example.com/talos:v0"))) {
            MachineSpec spec = spec("cp-0", OWNER).build();
            TestAwait.upTo(LIMIT, "the pull failed")
                    .until(() -> failure(infrastructure, spec)
                            .filter(e -> e.code() == ErrorCode.PROVIDER
                                    && e.getMessage().contains("manifest unknown"))
                            .isPresent());
            assertThat(simulator.leftovers()).isEmpty();
        }
    }

    private static Optional<ButlerException> failure(ConnectedInfrastructure infrastructure, MachineSpec spec) {
        try {
            infrastructure.machines().create(spec);
            return Optional.empty();
        } catch (ButlerException e) {
            return Optional.of(e);
        }
    }

    @Test
    void reportsASubnetThatAnotherNetworkUses() {
        try (ConnectedInfrastructure infrastructure = connect(Map.of())) {
            MachineSpec spec = at("cp-0", OWNER, "172.17.0.20/24");
            assertThatThrownBy(() -> infrastructure.machines().create(spec))
                    .isInstanceOfSatisfying(ButlerException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.PROVIDER);
                        assertThat(e.hint()).contains("network.nodeAddresses");
                    });
        }
    }

    @Test
    void neverUsesAVolumeOfAnotherOwner() {
        OwnerId other = new OwnerId("owner-b");
        try (ConnectedInfrastructure infrastructure = connect(Map.of())) {
            infrastructure.machines().create(spec("cp-0", other).build());
            simulator.vanish("cp-0");
            assertThatThrownBy(() ->
                            infrastructure.machines().create(spec("cp-0", OWNER).build()))
                    .isInstanceOfSatisfying(
                            ButlerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FOREIGN_RESOURCE));
            assertThat(infrastructure.machines().observe(new MachineId("cp-0", OWNER)))
                    .isInstanceOf(MachineState.Absent.class);
        }
    }

    @Test
    void findsEveryProblemBeforeAnythingIsCreated() {
        simulator.plantForeign("cp-0");
        MachineSpec spec = spec("cp-0", OWNER)
                .cpu(65)
                .memoryMiB(300 * 1024)
                .image(Optional.of("example.com/talos:v0"))
                .address(Optional.of(new MachineAddress("172.17.0.20/24", null, List.of())))
                .build();
        try (ConnectedInfrastructure infrastructure = connect(Map.of())) {
            Map<String, PreflightCheck.Result> results =
                    infrastructure.preflight(new PreflightInput(List.of(spec), Optional.empty())).stream()
                            .collect(Collectors.toMap(PreflightCheck::name, PreflightCheck::run));
            assertThat(results.entrySet().stream()
                            .filter(entry -> entry.getValue() instanceof PreflightCheck.Result.Failed)
                            .map(Map.Entry::getKey))
                    .containsExactlyInAnyOrder("Capacity", "Image", "Network", "Names");
            assertThat(results.get("Engine")).isInstanceOf(PreflightCheck.Result.Passed.class);
            assertThat(simulator.leftovers()).isEmpty();
        }
    }
}
