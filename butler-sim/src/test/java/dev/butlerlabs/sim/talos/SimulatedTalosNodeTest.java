package dev.butlerlabs.sim.talos;

import org.junit.jupiter.api.Tag;

/** The contract on simulated nodes. */
@Tag("slow")
class SimulatedTalosNodeTest extends TalosNodeContract {
    @Override
    ContractBench start() {
        return new SimulatedContractBench();
    }
}
