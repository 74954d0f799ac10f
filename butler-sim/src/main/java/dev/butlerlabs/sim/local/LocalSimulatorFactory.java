package dev.butlerlabs.sim.local;

import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import dev.butlerlabs.sim.infrastructure.SimulatorFactory;

/** Starts a simulated Docker engine. */
public final class LocalSimulatorFactory implements SimulatorFactory {
    @Override
    public String provider() {
        return LocalSimulator.PROVIDER;
    }

    @Override
    public SimulatedInfrastructure start(SimulationOptions options) {
        return LocalSimulator.start(options);
    }
}
