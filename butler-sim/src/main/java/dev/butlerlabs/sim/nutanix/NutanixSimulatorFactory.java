package dev.butlerlabs.sim.nutanix;

import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import dev.butlerlabs.sim.infrastructure.SimulatorFactory;

/** Starts a simulated Prism Central. */
public final class NutanixSimulatorFactory implements SimulatorFactory {
    @Override
    public String provider() {
        return NutanixSimulator.PROVIDER;
    }

    @Override
    public SimulatedInfrastructure start(SimulationOptions options) {
        return NutanixSimulator.start(options);
    }
}
