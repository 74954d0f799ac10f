package dev.butlerlabs.sim.harvester;

import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import dev.butlerlabs.sim.infrastructure.SimulatorFactory;

/** Starts simulated Harvester clusters. */
public final class HarvesterSimulatorFactory implements SimulatorFactory {
    @Override
    public String provider() {
        return HarvesterSimulator.PROVIDER;
    }

    @Override
    public SimulatedInfrastructure start(SimulationOptions options) {
        return HarvesterSimulator.start(options);
    }
}
