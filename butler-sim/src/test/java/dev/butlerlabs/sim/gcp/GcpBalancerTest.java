package dev.butlerlabs.sim.gcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.LoadBalancerId;
import dev.butlerlabs.core.provider.LoadBalancerSpec;
import dev.butlerlabs.core.provider.LoadBalancerState;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.infrastructure.LoopbackHost;
import dev.butlerlabs.sim.infrastructure.MachineHost;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class GcpBalancerTest {
    private static final LoadBalancerId ID = new LoadBalancerId("demo", GcpProject.OWNER);

    private static LoadBalancerSpec spec(int port, Set<String> targets) {
        return new LoadBalancerSpec(ID, port, port, targets);
    }

    private static LoadBalancerState.Ready ready(GcpProject project, LoadBalancerSpec spec, int healthy) {
        return (LoadBalancerState.Ready) TestAwait.upTo(GcpProject.LIMIT, "the load balancer ready")
                .ignoreExceptionsMatching(GcpProject::isTransient)
                .until(
                        () -> project.balancers().ensure(spec),
                        state -> state instanceof LoadBalancerState.Ready ready
                                && ready.registeredTargets() == spec.targets().size()
                                && ready.healthyTargets() == healthy);
    }

    /** The endpoint is known early, and only guests that accept the address are healthy and get connections. */
    @Test
    void forwardsToTheGuestsThatAcceptItsAddress() throws IOException {
        int port = freePort();
        try (GcpProject project = new GcpProject()) {
            String endpoint = ready(project, spec(port, Set.of()), 0).endpoint();
            MachineState.Running accepting =
                    project.run(GcpProject.spec("demo-cp-0", "addresses: [%s/32]".formatted(endpoint)));
            MachineState.Running other = project.run(GcpProject.spec("demo-cp-1"));
            try (ServerSocket api = listen(accepting, port, '0');
                    ServerSocket second = listen(other, port, '1')) {
                LoadBalancerSpec both = spec(port, Set.of(accepting.providerId(), other.providerId()));
                assertThat(ready(project, both, 1).endpoint()).isEqualTo(endpoint);
                try (Socket client = new Socket(endpoint, port)) {
                    assertThat(client.getInputStream().read()).isEqualTo('0');
                }
                assertThat(api.isBound() && second.isBound()).isTrue();
                ready(project, spec(port, Set.of(accepting.providerId())), 1);
            }
            project.removeBalancer(ID);
            project.remove(GcpProject.spec("demo-cp-0").id());
            project.remove(GcpProject.spec("demo-cp-1").id());
            assertThat(project.simulator.leftovers()).isEmpty();
        }
    }

    /** A machine can also receive its configuration after its creation. */
    @Test
    void forwardsToAGuestThatAcceptsItsAddressLater() throws IOException {
        int port = freePort();
        AtomicReference<String> configuration = new AtomicReference<>("");
        LoopbackHost addresses = new LoopbackHost();
        MachineHost host = boot -> new MachineHost.Inside() {
            private final MachineHost.Inside inside = addresses.boot(boot);

            @Override
            public String address() {
                return inside.address();
            }

            @Override
            public Optional<String> configuration() {
                return Optional.of(configuration.get());
            }

            @Override
            public void close() {
                inside.close();
            }
        };
        GcpSimulator simulator = GcpSimulator.start(SimulationOptions.standard().withHosts(host));
        try (GcpProject project = new GcpProject(simulator, Map.of())) {
            MachineState.Running machine = project.run(GcpProject.spec("demo-cp-0"));
            try (ServerSocket api = listen(machine, port, '0')) {
                LoadBalancerSpec spec = spec(port, Set.of(machine.providerId()));
                String endpoint = ready(project, spec, 0).endpoint();
                configuration.set("addresses: [%s/32]".formatted(endpoint));
                ready(project, spec, 1);
                try (Socket client = new Socket(endpoint, port)) {
                    assertThat(client.getInputStream().read()).isEqualTo('0');
                }
                assertThat(api.isBound()).isTrue();
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Listens in a machine and answers each connection with one byte. */
    private static ServerSocket listen(MachineState.Running machine, int port, char answer) throws IOException {
        ServerSocket server = new ServerSocket(
                port, 10, InetAddress.getByName(machine.addresses().getFirst()));
        Thread.startVirtualThread(() -> {
            while (!server.isClosed()) {
                try (Socket client = server.accept()) {
                    client.getOutputStream().write(answer);
                } catch (IOException _) {
                    // A health check or the end of the test.
                }
            }
        });
        return server;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void isCreatedAndDeletedOnceAmongManyFaults(long seed) {
        FaultPlan faults = new FaultPlan(seed);
        GcpSimulator simulator = GcpSimulator.start(SimulationOptions.standard().withFaults(faults));
        try (GcpProject project = new GcpProject(simulator, Map.of())) {
            Set<String> targets = Stream.of("demo-cp-0", "demo-cp-1", "demo-cp-2")
                    .map(GcpProject::spec)
                    .map(project::run)
                    .map(MachineState.Running::providerId)
                    .collect(Collectors.toSet());
            faults.byChance(
                    0.1,
                    EnumSet.of(FaultKind.LOST_RESPONSE, FaultKind.REFUSE, FaultKind.THROTTLE, FaultKind.ERROR_STORM));
            ready(project, spec(7443, targets), 0);
            assertThat(simulator.leftovers().stream().filter(path -> !path.startsWith("disk")))
                    .hasSize(8);
            project.removeBalancer(ID);
            faults.clear();
            assertThat(simulator.leftovers()).allMatch(path -> path.startsWith("disk"));
        }
    }

    @Test
    void refusesTheNameOfAnotherOwnerAndLeavesItUnchanged() {
        try (GcpProject project = new GcpProject()) {
            project.simulator.plantForeignBalancer("demo");
            assertThatExceptionOfType(ButlerException.class)
                    .isThrownBy(() -> project.balancers().ensure(spec(6443, Set.of())))
                    .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.FOREIGN_RESOURCE));
            project.balancers().delete(ID);
            assertThat(project.simulator.leftovers()).hasSize(1);
            assertThat(project.balancers().observe(ID)).isInstanceOf(LoadBalancerState.Absent.class);
        }
    }

    @Test
    void reportsAPartThatCouldNotBeCreated() {
        SimulationOptions slow = SimulationOptions.standard().withBootTime(Duration.ofMillis(400));
        try (GcpProject project = new GcpProject(GcpSimulator.start(slow), Map.of())) {
            project.simulator.exhaustAddresses(true);
            ButlerException[] failure = new ButlerException[1];
            TestAwait.upTo(GcpProject.LIMIT, "the failure reported").until(() -> {
                failure[0] = catchThrowableOfType(
                        ButlerException.class, () -> project.balancers().ensure(spec(7447, Set.of())));
                return failure[0] != null;
            });
            assertThat(failure[0].code()).isEqualTo(ErrorCode.QUOTA);
            assertThat(failure[0].getMessage()).contains("STATIC_ADDRESSES", "address demo-cp-api");
            project.simulator.exhaustAddresses(false);
            ready(project, spec(7447, Set.of()), 0);
        }
    }

    @Test
    void isInternalIfRequested() {
        try (GcpProject project = new GcpProject(
                GcpSimulator.start(SimulationOptions.standard()), Map.of("loadBalancerScheme", "internal"))) {
            assertThat(ready(project, spec(7444, Set.of()), 0).endpoint()).startsWith("127.");
            project.removeBalancer(ID);
        }
    }

    @Test
    void removesAMachineFromItsGroup() {
        try (GcpProject project = new GcpProject()) {
            MachineSpec machine = GcpProject.spec("demo-cp-0");
            String id = project.run(machine).providerId();
            ready(project, spec(7445, Set.of(id)), 0);
            project.remove(machine.id());
            ready(project, spec(7445, Set.of()), 0);
        }
    }
}
