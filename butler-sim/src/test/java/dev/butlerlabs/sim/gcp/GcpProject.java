package dev.butlerlabs.sim.gcp;

import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ProblemCollector;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.FailureClassifier;
import dev.butlerlabs.core.provider.LoadBalancerId;
import dev.butlerlabs.core.provider.LoadBalancerOperations;
import dev.butlerlabs.core.provider.LoadBalancerState;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineSpecBuilder;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.ProviderConnectionSettings;
import dev.butlerlabs.core.provider.gcp.GcpProvider;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A simulated project and a connection to it. */
final class GcpProject implements AutoCloseable {
    static final OwnerId OWNER = new OwnerId("owner-1");
    static final Duration LIMIT = Duration.ofSeconds(30);

    final GcpSimulator simulator;
    final ConnectedInfrastructure infrastructure;

    GcpProject() {
        this(GcpSimulator.start(SimulationOptions.standard()), Map.of());
    }

    GcpProject(GcpSimulator simulator, Map<String, Object> settings) {
        this.simulator = simulator;
        this.infrastructure = connect(settings, simulator.credentials());
    }

    ConnectedInfrastructure connect(Map<String, Object> more, Map<String, String> credentials) {
        Map<String, Object> settings = new HashMap<>(simulator.settings());
        settings.putAll(more);
        Map<String, SensitiveText> secrets = new HashMap<>();
        credentials.forEach((key, value) -> secrets.put(key, new SensitiveText(value)));
        return new GcpProvider()
                .connect(new ProviderConnectionSettings(
                        ConfigSection.of("spec.gcp", settings, new ProblemCollector()), new Credentials(secrets)));
    }

    static MachineSpec spec(String name) {
        return spec(name, "machine: {}");
    }

    static MachineSpec spec(String name, String userData) {
        return MachineSpecBuilder.builder()
                .id(new MachineId(name, OWNER))
                .role(MachineRole.CONTROL_PLANE)
                .cpu(2)
                .memoryMiB(4096)
                .diskGiB(20)
                .extraDisks(List.of())
                .image(Optional.empty())
                .userData(Optional.of(new SensitiveText(userData)))
                .networkData(Optional.empty())
                .zone(Optional.empty())
                .labels(Map.of())
                .build();
    }

    /** Creates a machine as a reconciler does, and waits until it runs. Transient failures are retried. */
    MachineState.Running run(MachineSpec spec) {
        return (MachineState.Running) TestAwait.upTo(LIMIT, spec.id().name() + " running")
                .ignoreExceptionsMatching(GcpProject::isTransient)
                .until(() -> step(spec), MachineState.Running.class::isInstance);
    }

    MachineState step(MachineSpec spec) {
        MachineState seen = infrastructure.machines().observe(spec.id());
        boolean missing = seen instanceof MachineState.Absent
                || (seen instanceof MachineState.Starting starting
                        && starting.providerId().isEmpty());
        return missing ? infrastructure.machines().create(spec) : seen;
    }

    void remove(MachineId id) {
        TestAwait.upTo(LIMIT, id.name() + " deleted")
                .ignoreExceptionsMatching(GcpProject::isTransient)
                .until(() -> {
                    infrastructure.machines().delete(id);
                    return infrastructure.machines().observe(id) instanceof MachineState.Absent;
                });
    }

    static boolean isTransient(Throwable failure) {
        return failure instanceof ButlerException e && FailureClassifier.of(e) == FailureClassifier.PASSING;
    }

    LoadBalancerOperations balancers() {
        return infrastructure.loadBalancers().orElseThrow();
    }

    void removeBalancer(LoadBalancerId id) {
        TestAwait.upTo(LIMIT, "the load balancer deleted")
                .ignoreExceptionsMatching(GcpProject::isTransient)
                .until(() -> {
                    balancers().delete(id);
                    return balancers().observe(id) instanceof LoadBalancerState.Absent;
                });
    }

    @Override
    public void close() {
        infrastructure.close();
        simulator.close();
    }
}
