package dev.butlerlabs.sim.contract;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ProblemCollector;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.ProviderConnectionSettings;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import dev.butlerlabs.sim.infrastructure.SimulatorFactory;
import dev.butlerlabs.sim.infrastructure.Simulators;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A simulator of our own. */
public final class SimulatedWorld implements ContractWorld {
    private final SimulatedInfrastructure simulator;
    private final InfrastructureProvider provider;
    private final Map<String, Object> settings;
    private final Map<String, String> credentials;

    private SimulatedWorld(
            SimulatedInfrastructure simulator,
            InfrastructureProvider provider,
            Map<String, Object> settings,
            Map<String, String> credentials) {
        this.simulator = simulator;
        this.provider = provider;
        this.settings = settings;
        this.credentials = credentials;
    }

    /** Returns the world of a simulator with other settings and credentials than its own. */
    public static SimulatedWorld of(
            SimulatedInfrastructure simulator, Map<String, Object> settings, Map<String, String> credentials) {
        return new SimulatedWorld(
                simulator, ProviderRegistry.load().require(simulator.provider()), settings, credentials);
    }

    /** The simulators to test: all, or the one that the system property {@code butler.contract.provider} names. */
    static Stream<SimulatorFactory> factories() {
        Optional<String> only = Optional.ofNullable(System.getProperty("butler.contract.provider"));
        return Simulators.load().all().stream()
                .filter(factory -> only.isEmpty() || only.get().equals(factory.provider()));
    }

    public static SimulatedWorld start(SimulatorFactory factory) {
        return start(factory, SimulationOptions.standard().withFaults(new FaultPlan(1)));
    }

    static SimulatedWorld start(SimulatorFactory factory, SimulationOptions options) {
        SimulatedInfrastructure simulator = factory.start(options);
        return of(simulator, simulator.settings(), simulator.credentials());
    }

    @Override
    public String provider() {
        return simulator.provider();
    }

    @Override
    public Map<String, Object> settings() {
        return settings;
    }

    @Override
    public Map<String, String> credentials() {
        return credentials;
    }

    @Override
    public ConnectedInfrastructure connect(Map<String, String> credentials) {
        Map<String, SensitiveText> secrets = new HashMap<>();
        credentials.forEach((key, value) -> secrets.put(key, new SensitiveText(value)));
        return provider.connect(new ProviderConnectionSettings(
                ConfigSection.of("spec." + provider(), settings(), new ProblemCollector()), new Credentials(secrets)));
    }

    @Override
    public List<SimulatedMachine> machines() {
        return simulator.machines();
    }

    @Override
    public List<String> leftovers() {
        return simulator.leftovers();
    }

    @Override
    public void plantForeign(String name) {
        simulator.plantForeign(name);
    }

    @Override
    public void vanish(String name) {
        simulator.vanish(name);
    }

    @Override
    public void stop(String name) {
        simulator.stop(name);
    }

    @Override
    public FaultPlan faults() {
        return simulator.faults();
    }

    @Override
    public long requests() {
        return simulator.requests();
    }

    @Override
    public void close() {
        simulator.close();
    }
}
