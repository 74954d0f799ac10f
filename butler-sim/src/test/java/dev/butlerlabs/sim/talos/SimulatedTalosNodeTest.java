package dev.butlerlabs.sim.talos;

/** The contract on simulated nodes. */
class SimulatedTalosNodeTest extends TalosNodeContract {
    @Override
    ContractBench start() {
        return new SimulatedContractBench();
    }
}
