package dev.butlerlabs.sim.infrastructure;

/** Starts one kind of simulated infrastructure. Found by {@link Simulators}. */
public interface SimulatorFactory {
    /** The word for the infrastructure in files and resources. */
    String provider();

    SimulatedInfrastructure start(SimulationOptions options);
}
