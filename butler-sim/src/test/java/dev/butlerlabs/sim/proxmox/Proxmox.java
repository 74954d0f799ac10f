package dev.butlerlabs.sim.proxmox;

import dev.butlerlabs.core.api.ExtraDisk;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ProblemCollector;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.FailureClassifier;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineSpecBuilder;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.ProviderConnectionSettings;
import dev.butlerlabs.core.provider.proxmox.ProxmoxProvider;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** A simulated Proxmox VE cluster and a connection to it. */
final class Proxmox implements AutoCloseable {
    static final OwnerId OWNER = new OwnerId("0a1b2c3d");
    static final Duration LIMIT = Duration.ofSeconds(60);

    final ProxmoxSimulator simulator;
    final ConnectedInfrastructure infrastructure;

    Proxmox(ProxmoxSimulator simulator, Map<String, Object> settings, Map<String, String> credentials) {
        this.simulator = simulator;
        this.infrastructure = connect(simulator, settings, credentials);
    }

    static Proxmox start() {
        return start(Map.of());
    }

    static Proxmox start(Map<String, Object> settings) {
        ProxmoxSimulator simulator = ProxmoxSimulator.start(SimulationOptions.standard());
        return new Proxmox(simulator, settings, simulator.credentials());
    }

    static ConnectedInfrastructure connect(
            ProxmoxSimulator simulator, Map<String, Object> settings, Map<String, String> credentials) {
        Map<String, Object> section = new HashMap<>(simulator.settings());
        section.putAll(settings);
        section.values().removeIf("none"::equals);
        Map<String, SensitiveText> secrets = new HashMap<>();
        credentials.forEach((key, value) -> secrets.put(key, new SensitiveText(value)));
        return new ProxmoxProvider()
                .connect(new ProviderConnectionSettings(
                        ConfigSection.of("spec.proxmox", section, new ProblemCollector()), new Credentials(secrets)));
    }

    static MachineId id(String name) {
        return new MachineId(name, OWNER);
    }

    static MachineSpec spec(String name) {
        return builder(name).build();
    }

    static MachineSpecBuilder builder(String name) {
        return MachineSpecBuilder.builder()
                .id(id(name))
                .role(MachineRole.CONTROL_PLANE)
                .cpu(2)
                .memoryMiB(4096)
                .diskGiB(20)
                .extraDisks(List.of(new ExtraDisk(30, null)))
                .image(Optional.empty())
                .userData(Optional.empty())
                .networkData(Optional.empty())
                .zone(Optional.empty())
                .labels(Map.of())
                .address(Optional.empty());
    }

    MachineState observe(String name) {
        return infrastructure.machines().observe(id(name));
    }

    MachineState.Running run(String name) {
        return run(spec(name));
    }

    /** Creates a machine as the reconciler does. */
    MachineState.Running run(MachineSpec spec) {
        return run(infrastructure, spec);
    }

    static MachineState.Running run(ConnectedInfrastructure infrastructure, MachineSpec spec) {
        MachineState[] seen = new MachineState[1];
        TestAwait.upTo(LIMIT, "machine %s running".formatted(spec.id().name())).until(() -> {
            seen[0] = insist(() -> infrastructure.machines().observe(spec.id()));
            if (isToBeCreated(seen[0])) {
                seen[0] = insist(() -> infrastructure.machines().create(spec));
            }
            return seen[0] instanceof MachineState.Running;
        });
        return (MachineState.Running) seen[0];
    }

    private static boolean isToBeCreated(MachineState state) {
        return state instanceof MachineState.Absent
                || (state instanceof MachineState.Starting starting
                        && starting.providerId().isEmpty());
    }

    private static MachineState insist(Supplier<MachineState> call) {
        return TestAwait.upTo(LIMIT, "a successful call")
                .ignoreExceptionsMatching(failure ->
                        failure instanceof ButlerException e && FailureClassifier.of(e) == FailureClassifier.PASSING)
                .until(call::get, _ -> true);
    }

    void remove(String name) {
        TestAwait.upTo(LIMIT, "machine %s deleted".formatted(name))
                .ignoreExceptionsMatching(failure ->
                        failure instanceof ButlerException e && FailureClassifier.of(e) == FailureClassifier.PASSING)
                .until(() -> {
                    if (observe(name) instanceof MachineState.Absent) {
                        return true;
                    }
                    infrastructure.machines().delete(id(name));
                    return false;
                });
    }

    <S extends MachineState> S await(String name, Class<S> type) {
        return type.cast(
                TestAwait.upTo(LIMIT, "the state of machine " + name).until(() -> observe(name), type::isInstance));
    }

    long machines(String name) {
        return simulator.machines().stream()
                .filter(machine -> machine.name().equals(name))
                .count();
    }

    @Override
    public void close() {
        infrastructure.close();
        simulator.close();
    }
}
