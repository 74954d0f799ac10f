package dev.butlerlabs.sim.infrastructure;

/** Starts one type of simulated infrastructure. {@link Simulators} finds implementations with {@code ServiceLoader}. */
public interface SimulatorFactory {
    /** Returns the provider name in files and resources. */
    String provider();

    /**
     * Starts a simulator on loopback. The caller closes it.
     *
     * @throws java.io.UncheckedIOException if the port is not available
     */
    SimulatedInfrastructure start(SimulationOptions options);
}
