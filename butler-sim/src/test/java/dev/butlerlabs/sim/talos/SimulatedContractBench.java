package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.testing.TestAwait;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;

/** Simulated nodes on loopback addresses of their own. */
final class SimulatedContractBench implements ContractBench {
    private static final String NETWORK = "127.0.79.";

    private final SimulatedTalos network = new SimulatedTalos();

    @Override
    public ContractNode boot(String name) {
        SimulatedNodeOptions options =
                SimulatedNodeOptions.of(name, VERSION).at(freeAddress()).inContainer();
        return new Node(network.start(options));
    }

    private static InetSocketAddress freeAddress() {
        for (int last = 1; last < 200; last++) {
            InetSocketAddress candidate = new InetSocketAddress(NETWORK + last, ContractNode.PORT);
            if (isFree(candidate.getAddress())) {
                return candidate;
            }
        }
        throw new IllegalStateException("port %d is in use on every address tried".formatted(ContractNode.PORT));
    }

    private static boolean isFree(InetAddress candidate) {
        try (ServerSocket socket = new ServerSocket(ContractNode.PORT, 1, candidate)) {
            return socket.isBound();
        } catch (IOException inUse) {
            return false;
        }
    }

    @Override
    public String unusedAddress() {
        return NETWORK + 250;
    }

    @Override
    public Optional<String> registry() {
        return Optional.empty();
    }

    @Override
    public Optional<String> withoutEtcd() {
        return Optional.empty();
    }

    @Override
    public void close() {
        network.close();
    }

    private record Node(SimulatedNode node) implements ContractNode {
        @Override
        public String name() {
            return node.options().hostname();
        }

        @Override
        public String host() {
            return node.address().getAddress().getHostAddress();
        }

        @Override
        public String consoleFingerprint() {
            try {
                byte[] digest =
                        MessageDigest.getInstance("SHA-256").digest(node.key().getEncoded());
                return Base64.getEncoder().encodeToString(digest);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void awaitShutdown() {
            TestAwait.upTo(Duration.ofSeconds(30), "shutdown of " + name())
                    .until(() -> node.stage() == NodeStage.SHUTTING_DOWN && !node.isOn());
        }
    }
}
