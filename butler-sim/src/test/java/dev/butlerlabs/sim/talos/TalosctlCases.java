package dev.butlerlabs.sim.talos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.talos.client.MachineWaiter;
import dev.butlerlabs.core.talos.client.NodeOperations;
import dev.butlerlabs.core.talos.client.TalosClient;
import dev.butlerlabs.core.talos.client.TalosRetryPolicy;
import dev.butlerlabs.core.talos.config.MachineType;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The real talosctl as a client of simulated machines on addresses of their own. */
abstract class TalosctlCases {
    static final SampleCluster CLUSTER = SampleCluster.FIRST;
    private static final int PORT = 50_000;

    @TempDir
    Path home;

    final SimulatedTalos network = new SimulatedTalos();
    TalosctlProgram talosctl;

    @BeforeEach
    void findTheProgram() {
        Optional<Path> file = TalosctlProgram.find();
        Assumptions.assumeTrue(file.isPresent(), "no talosctl here; scripts/testbench-talosctl builds it");
        talosctl = new TalosctlProgram(file.get(), home);
    }

    @AfterEach
    void switchOff() {
        network.close();
    }

    void configure(SimulatedNode node, MachineType type) throws IOException, InterruptedException {
        String file = node.hostname() + ".yaml";
        Files.writeString(home.resolve(file), CLUSTER.configuration(type, "v1.9"));
        succeed("apply-config", "--insecure", "--nodes", host(node), "--file", file);
        if (type == MachineType.CONTROL_PLANE) {
            try (TalosClient client = CLUSTER.secured(node)) {
                operations().awaitArrival(client, TalosRetryPolicy.ARRIVAL.within(Duration.ofSeconds(60)));
            }
        }
    }

    static void awaitReady(SimulatedNode node) {
        try (TalosClient client = CLUSTER.secured(node)) {
            operations().awaitReady(client, TalosRetryPolicy.ARRIVAL.within(Duration.ofSeconds(60)));
        }
    }

    static NodeOperations operations() {
        return new NodeOperations(MachineWaiter.real(sentence -> {}));
    }

    static String host(SimulatedNode node) {
        return node.address().getAddress().getHostAddress();
    }

    String succeed(String... arguments) throws IOException, InterruptedException {
        TalosctlProgram.Run run = talosctl.run(arguments);
        assertThat(run.exitCode()).as(run.text()).isZero();
        return run.text();
    }

    /** talosctl dials maintenance at the usual port alone, so the machine has an address of its own. */
    static InetSocketAddress address() throws IOException {
        // The network depends on the process, so that test processes that run at the same time do not choose the same
        // address.
        long process = ProcessHandle.current().pid();
        byte second = (byte) (64 + (process >> 8) % 64);
        for (int last = 1; last < 100; last++) {
            InetSocketAddress candidate = new InetSocketAddress(
                    InetAddress.getByAddress(new byte[] {127, second, (byte) process, (byte) last}), PORT);
            if (isFree(candidate)) {
                return candidate;
            }
        }
        throw new IOException("port %d is taken on every address tried".formatted(PORT));
    }

    private static boolean isFree(InetSocketAddress candidate) {
        try (ServerSocket socket = new ServerSocket(PORT, 1, candidate.getAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
