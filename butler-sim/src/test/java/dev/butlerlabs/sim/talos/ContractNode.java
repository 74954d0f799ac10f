package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.talos.client.NodeAddress;
import java.net.InetSocketAddress;

/** A node on which {@link TalosNodeContract} runs its cases. It listens on port 50000 of its own address. */
interface ContractNode {
    int PORT = 50_000;

    /** Returns the host name that the node has without a configuration. */
    String name();

    /** Returns its IP address. */
    String host();

    /** Returns the fingerprint of its maintenance certificate, as its console shows it. */
    String consoleFingerprint();

    /** Waits until the machine is switched off, as after a reset in a container. */
    void awaitShutdown();

    default NodeAddress address() {
        return new NodeAddress(host(), PORT);
    }

    default InetSocketAddress socket() {
        return new InetSocketAddress(host(), PORT);
    }
}
