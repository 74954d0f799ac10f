package dev.butlerlabs.sim.gcp;

import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import dev.butlerlabs.sim.infrastructure.SimulatorFactory;

/** Starts a simulated Google Cloud project. */
public final class GcpSimulatorFactory implements SimulatorFactory {
    @Override
    public String provider() {
        return GcpSimulator.PROVIDER;
    }

    @Override
    public SimulatedInfrastructure start(SimulationOptions options) {
        return GcpSimulator.start(options);
    }
}
