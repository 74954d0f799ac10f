package dev.butlerlabs.sim.azure;

import dev.butlerlabs.core.api.ExtraDisk;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ProblemCollector;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.LoadBalancerId;
import dev.butlerlabs.core.provider.LoadBalancerSpec;
import dev.butlerlabs.core.provider.LoadBalancerState;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineSpecBuilder;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.ProviderConnectionSettings;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.testing.TestAwait;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A simulated subscription and a connection to it. */
final class AzureWorld implements AutoCloseable {
    static final OwnerId OWNER = new OwnerId("owner-azure");
    static final OwnerId OTHER = new OwnerId("owner-other");
    static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int PORT = 6443;

    final AzureSimulator simulator;
    final ConnectedInfrastructure azure;

    AzureWorld(AzureSimulator simulator, Map<String, Object> settings) {
        this.simulator = simulator;
        this.azure = connect(simulator, settings, simulator.credentials());
    }

    static ConnectedInfrastructure connect(
            AzureSimulator simulator, Map<String, Object> more, Map<String, String> credentials) {
        Map<String, Object> settings = new HashMap<>(simulator.settings());
        settings.putAll(more);
        Map<String, SensitiveText> secrets = new HashMap<>();
        credentials.forEach((key, value) -> secrets.put(key, new SensitiveText(value)));
        return ProviderRegistry.load()
                .require("azure")
                .connect(new ProviderConnectionSettings(
                        ConfigSection.of("spec.azure", settings, new ProblemCollector()), new Credentials(secrets)));
    }

    static MachineId id(String name) {
        return new MachineId(name, OWNER);
    }

    static MachineSpec spec(String name) {
        return MachineSpecBuilder.builder()
                .id(id(name))
                .role(MachineRole.CONTROL_PLANE)
                .cpu(2)
                .memoryMiB(4096)
                .diskGiB(20)
                .extraDisks(List.of(new ExtraDisk(10, null)))
                .image(Optional.empty())
                .userData(Optional.of(new SensitiveText("machine: {type: controlplane}")))
                .networkData(Optional.empty())
                .zone(Optional.empty())
                .labels(Map.of("purpose", "test"))
                .address(Optional.empty())
                .build();
    }

    /** Creates a machine as the reconciler does, and waits until it runs. */
    MachineState.Running run(MachineSpec spec) {
        return (MachineState.Running) TestAwait.upTo(
                        LIMIT, "machine %s running".formatted(spec.id().name()))
                .until(
                        () -> {
                            MachineState state = azure.machines().observe(spec.id());
                            boolean partly = state instanceof MachineState.Absent
                                    || (state instanceof MachineState.Starting starting
                                            && starting.providerId().isEmpty());
                            return partly ? azure.machines().create(spec) : state;
                        },
                        MachineState.Running.class::isInstance);
    }

    void remove(MachineId id) {
        TestAwait.upTo(LIMIT, "machine %s deleted".formatted(id.name())).until(() -> {
            azure.machines().delete(id);
            return azure.machines().observe(id) instanceof MachineState.Absent;
        });
    }

    static LoadBalancerSpec balancer(OwnerId owner, String... targets) {
        return new LoadBalancerSpec(new LoadBalancerId("alpha", owner), PORT, PORT, Set.of(targets));
    }

    LoadBalancerState.Ready awaitReady(LoadBalancerSpec spec) {
        return (LoadBalancerState.Ready) TestAwait.upTo(LIMIT, "the load balancer ready")
                .until(
                        () -> azure.loadBalancers().orElseThrow().ensure(spec),
                        LoadBalancerState.Ready.class::isInstance);
    }

    void removeBalancer(LoadBalancerId id) {
        TestAwait.upTo(LIMIT, "the load balancer deleted").until(() -> {
            azure.loadBalancers().orElseThrow().delete(id);
            return azure.loadBalancers().orElseThrow().observe(id) instanceof LoadBalancerState.Absent;
        });
    }

    @Override
    public void close() {
        azure.close();
        simulator.close();
    }
}
