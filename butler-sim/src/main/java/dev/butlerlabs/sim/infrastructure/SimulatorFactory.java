package dev.butlerlabs.sim.infrastructure;

/** Starts one type of simulated infrastructure. {@link Simulators} finds implementations with {@code ServiceLoader}. */
public interface SimulatorFactory {
    /** Returns the provider name in files and resources. */
    String provider();

    SimulatedInfrastructure start(SimulationOptions options);
}
