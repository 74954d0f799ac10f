package dev.butlerlabs.sim.infrastructure;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** The available infrastructure simulators. Immutable. */
public final class Simulators {
    private final List<SimulatorFactory> all;

    /** Creates a set of the given simulators. */
    public Simulators(List<SimulatorFactory> all) {
        this.all = all.stream()
                .sorted(Comparator.comparing(SimulatorFactory::provider))
                .toList();
    }

    /** Loads the simulators on the class path. */
    public static Simulators load() {
        return new Simulators(ServiceLoader.load(SimulatorFactory.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList());
    }

    /** Returns all simulators, ordered by provider name. */
    public List<SimulatorFactory> all() {
        return all;
    }

    /** Returns the simulator of a provider; empty if there is none. */
    public Optional<SimulatorFactory> find(String provider) {
        return all.stream()
                .filter(factory -> factory.provider().equals(provider))
                .findFirst();
    }
}
