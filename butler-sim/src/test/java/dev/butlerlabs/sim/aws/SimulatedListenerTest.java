package dev.butlerlabs.sim.aws;

import static dev.butlerlabs.sim.aws.Machine.OWNER;
import static dev.butlerlabs.sim.aws.Machine.awaitRunning;
import static dev.butlerlabs.sim.aws.Machine.spec;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.LoadBalancerId;
import dev.butlerlabs.core.provider.LoadBalancerOperations;
import dev.butlerlabs.core.provider.LoadBalancerSpec;
import dev.butlerlabs.core.provider.LoadBalancerState;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A load balancer of the simulated region really leads to the machines behind it. */
@Tag("slow")
class SimulatedListenerTest {
    @Test
    void leadsToATargetThatTakesConnectionsAndCallsItHealthy() throws IOException {
        try (SimulatedAws simulator = SimulatedAws.start(SimulationOptions.standard());
                ConnectedInfrastructure aws = new SimulatedWorld(simulator).connect()) {
            MachineState.Running deaf = machine(aws, "alpha-cp-0");
            MachineState.Running well = machine(aws, "alpha-cp-1");
            try (ServerSocket service = new ServerSocket(
                    0, 5, InetAddress.getByName(well.addresses().getFirst()))) {
                Thread.startVirtualThread(() -> greet(service));
                int port = service.getLocalPort();
                LoadBalancerSpec wanted = new LoadBalancerSpec(
                        new LoadBalancerId("alpha", OWNER), port, port, Set.of(deaf.providerId(), well.providerId()));
                LoadBalancerState.Ready ready = ready(aws, wanted);

                assertThat(ready.registeredTargets()).isEqualTo(2);
                assertThat(ready.healthyTargets()).isEqualTo(1);
                for (int i = 0; i < 4; i++) {
                    assertThat(heard(ready.endpoint(), port)).isEqualTo("hello");
                }
            }
        }
    }

    private static MachineState.Running machine(ConnectedInfrastructure aws, String name) {
        aws.machines().create(spec(name));
        return awaitRunning(aws, name);
    }

    private static LoadBalancerState.Ready ready(ConnectedInfrastructure aws, LoadBalancerSpec wanted) {
        LoadBalancerOperations balancers = aws.loadBalancers().orElseThrow();
        return (LoadBalancerState.Ready) TestAwait.upTo(Machine.LIMIT, "the load balancer ready")
                .until(() -> balancers.ensure(wanted), LoadBalancerState.Ready.class::isInstance);
    }

    /** A health check is a connection too, and says nothing. */
    private static void greet(ServerSocket service) {
        while (!service.isClosed()) {
            try (Socket client = service.accept()) {
                client.getOutputStream().write("hello".getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                return;
            }
        }
    }

    private static String heard(String address, int port) throws IOException {
        try (Socket socket = new Socket(address, port)) {
            socket.setSoTimeout(30_000);
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
