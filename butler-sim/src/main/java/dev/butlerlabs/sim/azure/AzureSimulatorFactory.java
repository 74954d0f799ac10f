package dev.butlerlabs.sim.azure;

import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import dev.butlerlabs.sim.infrastructure.SimulatorFactory;

/** Starts simulated Azure subscriptions. */
public final class AzureSimulatorFactory implements SimulatorFactory {
    @Override
    public String provider() {
        return AzureSimulator.PROVIDER;
    }

    @Override
    public SimulatedInfrastructure start(SimulationOptions options) {
        return AzureSimulator.start(options);
    }
}
