package dev.butlerlabs.sim.talos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.talos.client.NodeAddress;
import dev.butlerlabs.core.talos.client.NodeIdentityProbe;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class NodeIdentityProbeTest {
    private final NodeIdentityProbe probe = new NodeIdentityProbe(Duration.ofSeconds(30));

    @Test
    void readsTheKeyOfAMachineInMaintenanceMode() {
        try (SimulatedTalos network = new SimulatedTalos()) {
            SimulatedNode node = network.start(SimulatedNodeOptions.of("cp-1", "v1.12.1"));
            NodeAddress address = new NodeAddress(
                    node.address().getAddress().getHostAddress(), node.address().getPort());
            assertThat(probe.read(address)).isPresent().isEqualTo(probe.read(address));
        }
    }

    @Test
    void isEmptyIfNothingListens() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        assertThat(probe.read(new NodeAddress("127.0.0.1", port))).isEmpty();
    }
}
