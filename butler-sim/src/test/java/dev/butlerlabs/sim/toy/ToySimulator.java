package dev.butlerlabs.sim.toy;

import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import dev.butlerlabs.sim.infrastructure.SimulatorFactory;
import java.util.List;
import java.util.Map;

/** The truth about a toy server. */
final class ToySimulator implements SimulatedInfrastructure {
    private final ToyServer server;
    private final FaultPlan faults;

    /** Found by ServiceLoader. */
    public static final class Factory implements SimulatorFactory {
        @Override
        public String provider() {
            return ToyProvider.NAME;
        }

        @Override
        public SimulatedInfrastructure start(SimulationOptions options) {
            return new ToySimulator(options);
        }
    }

    private ToySimulator(SimulationOptions options) {
        this.server = new ToyServer(options);
        this.faults = options.faults();
    }

    @Override
    public String provider() {
        return ToyProvider.NAME;
    }

    @Override
    public Map<String, Object> settings() {
        return Map.of();
    }

    @Override
    public Map<String, String> credentials() {
        return server.credentials();
    }

    @Override
    public List<SimulatedMachine> machines() {
        return server.machines();
    }

    @Override
    public List<String> leftovers() {
        return List.of();
    }

    @Override
    public void plantForeign(String name) {
        server.plant(name);
    }

    @Override
    public void vanish(String name) {
        server.vanish(name);
    }

    @Override
    public void stop(String name) {
        server.stop(name);
    }

    @Override
    public FaultPlan faults() {
        return faults;
    }

    @Override
    public long requests() {
        return server.requests();
    }

    @Override
    public void close() {
        server.close();
    }
}
