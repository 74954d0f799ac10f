package dev.butlerlabs.sim.aws;

import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import dev.butlerlabs.sim.infrastructure.SimulatorFactory;

/** Starts a simulated region of AWS. */
public final class AwsSimulatorFactory implements SimulatorFactory {
    @Override
    public String provider() {
        return "aws";
    }

    @Override
    public SimulatedInfrastructure start(SimulationOptions options) {
        return SimulatedAws.start(options);
    }
}
