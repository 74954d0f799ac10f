package dev.butlerlabs.sim.harvester;

import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ProblemCollector;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineOperations;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.ProviderConnectionSettings;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.fault.FaultSpec;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** A simulated Harvester cluster, Butler's client for it, and an administrator's. */
final class Harvester implements AutoCloseable {
    static final OwnerId OWNER = new OwnerId("0b8e1f3c-0001");
    static final Duration LIMIT = Duration.ofSeconds(60);

    final HarvesterSimulator simulator;
    final ConnectedInfrastructure infrastructure;
    final KubernetesClient administrator;

    private Harvester(HarvesterSimulator simulator, Map<String, Object> settings) {
        this.simulator = simulator;
        this.infrastructure = connect(simulator, settings);
        this.administrator = new KubeConnector("administrator")
                .connect(Kubeconfig.parse(simulator.credentials().get("kubeconfig"), "the simulator"));
    }

    static Harvester start() {
        return start(options(), Map.of());
    }

    static Harvester start(SimulationOptions options, Map<String, Object> settings) {
        HarvesterSimulator simulator = HarvesterSimulator.start(options);
        try {
            return new Harvester(simulator, settings);
        } catch (RuntimeException e) {
            simulator.close();
            throw e;
        }
    }

    /** With a fault plan of its own, so that tests may order faults. */
    static SimulationOptions options() {
        return SimulationOptions.standard().withFaults(new FaultPlan(1));
    }

    static ConnectedInfrastructure connect(HarvesterSimulator simulator, Map<String, Object> changed) {
        Map<String, Object> settings = new HashMap<>(simulator.settings());
        settings.putAll(changed);
        Map<String, SensitiveText> secrets = new HashMap<>();
        simulator.credentials().forEach((key, value) -> secrets.put(key, new SensitiveText(value)));
        return ProviderRegistry.load()
                .require("harvester")
                .connect(new ProviderConnectionSettings(
                        ConfigSection.of("spec.harvester", settings, new ProblemCollector()),
                        new Credentials(secrets)));
    }

    MachineOperations machines() {
        return infrastructure.machines();
    }

    void order(String fault) {
        simulator.faults().order(FaultSpec.parse(fault));
    }

    static MachineId id(String name) {
        return new MachineId(name, OWNER);
    }

    static MachineSpec spec(String name) {
        return new MachineSpec(
                id(name),
                MachineRole.CONTROL_PLANE,
                4,
                8192,
                40,
                List.of(),
                Optional.empty(),
                Optional.of(new SensitiveText("machine: {type: controlplane} # " + name)),
                Optional.empty(),
                Optional.empty(),
                Map.of("butler.butlerlabs.dev/cluster", "alpha"));
    }

    MachineState.Running running(String name) {
        return (MachineState.Running) await(name, MachineState.Running.class::isInstance);
    }

    MachineState await(String name, Predicate<MachineState> wanted) {
        return TestAwait.upTo(LIMIT, "the state of machine " + name)
                .until(() -> machines().observe(id(name)), wanted);
    }

    void awaitAbsent(String name) {
        await(name, MachineState.Absent.class::isInstance);
    }

    @Override
    public void close() {
        administrator.close();
        infrastructure.close();
        simulator.close();
    }
}
