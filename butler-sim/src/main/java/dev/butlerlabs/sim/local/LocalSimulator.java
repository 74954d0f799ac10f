package dev.butlerlabs.sim.local;

import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.http.FaultyServer;
import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A simulated Docker engine over plain HTTP, as an engine on a local TCP port. It has no credentials. */
public final class LocalSimulator implements SimulatedInfrastructure {
    static final String PROVIDER = "local";

    private final ContainerRegistry containers;
    private final FaultPlan faults;
    private final FaultyServer server;

    private LocalSimulator(SimulationOptions options) {
        ImageRegistry images = new ImageRegistry();
        this.faults = options.faults();
        this.containers = new ContainerRegistry(options, images);
        this.server =
                FaultyServer.start(options.port(), Optional.empty(), new DockerApplication(containers, images), faults);
    }

    public static LocalSimulator start(SimulationOptions options) {
        return new LocalSimulator(options);
    }

    @Override
    public String provider() {
        return PROVIDER;
    }

    @Override
    public Map<String, Object> settings() {
        return Map.of("dockerHost", "tcp://127.0.0.1:" + server.address().getPort(), "image", ImageRegistry.INITIAL);
    }

    @Override
    public Map<String, String> credentials() {
        return Map.of();
    }

    @Override
    public List<SimulatedMachine> machines() {
        return containers.machines();
    }

    /** Returns the volumes, and the networks that clients created. */
    @Override
    public List<String> leftovers() {
        return containers.leftovers();
    }

    @Override
    public void plantForeign(String name) {
        containers.plant(name);
    }

    /** Removes a container without its volumes, like {@code docker rm -f}. */
    @Override
    public void vanish(String name) {
        containers.vanish(name);
    }

    @Override
    public void stop(String name) {
        containers.stop(name);
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
        containers.close();
    }
}
