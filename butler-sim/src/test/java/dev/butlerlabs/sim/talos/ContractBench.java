package dev.butlerlabs.sim.talos;

import java.util.Optional;

/** Starts the nodes of {@link TalosNodeContract}. Closing it removes them. */
interface ContractBench extends AutoCloseable {
    /** The version of the real node, which the simulated one has too. */
    String VERSION = "v1.12.1";

    /** Starts a node in maintenance mode, and returns when it listens. */
    ContractNode boot(String name);

    /** Returns an address of the network at which no machine answers. */
    String unusedAddress();

    /** Returns the URL of a registry with the image of etcd for the nodes; empty if they need none. */
    Optional<String> registry();

    /** Returns why etcd cannot run on the nodes of this bench; empty if it can. */
    Optional<String> withoutEtcd();

    @Override
    void close();
}
