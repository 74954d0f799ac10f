package dev.butlerlabs.sim.nutanix;

import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ProblemCollector;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.ProviderConnectionSettings;
import dev.butlerlabs.core.provider.nutanix.NutanixProvider;
import dev.butlerlabs.core.testing.TestAwait;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** A simulated Prism Central and the provider that talks to it. */
final class Prism implements AutoCloseable {
    static final OwnerId OWNER = new OwnerId("0a1b2c3d");
    static final Duration LIMIT = Duration.ofSeconds(90);

    final NutanixSimulator simulator;
    final ConnectedInfrastructure infrastructure;

    Prism(NutanixSimulator simulator) {
        this(simulator, Map.of(), Map.of());
    }

    Prism(NutanixSimulator simulator, Map<String, Object> settings, Map<String, String> credentials) {
        this.simulator = simulator;
        this.infrastructure = connect(simulator, settings, credentials);
    }

    static ConnectedInfrastructure connect(
            NutanixSimulator simulator, Map<String, Object> settings, Map<String, String> credentials) {
        Map<String, Object> section = new HashMap<>(simulator.settings());
        section.putAll(settings);
        Map<String, String> secrets = new HashMap<>(simulator.credentials());
        secrets.putAll(credentials);
        Map<String, SensitiveText> hidden = new HashMap<>();
        secrets.forEach((key, value) -> hidden.put(key, new SensitiveText(value)));
        return new NutanixProvider()
                .connect(new ProviderConnectionSettings(
                        ConfigSection.of("spec.nutanix", section, new ProblemCollector()), new Credentials(hidden)));
    }

    static MachineId id(String name) {
        return new MachineId(name, OWNER);
    }

    static MachineSpec spec(String name) {
        return new MachineSpec(
                id(name),
                MachineRole.CONTROL_PLANE,
                2,
                4096,
                20,
                List.of(),
                Optional.empty(),
                Optional.of(new SensitiveText("machine: {}\n")),
                Optional.empty(),
                Optional.empty(),
                Map.of());
    }

    MachineState create(String name) {
        return infrastructure.machines().create(spec(name));
    }

    MachineState observe(String name) {
        return infrastructure.machines().observe(id(name));
    }

    /** Observes until the state is of a kind. */
    <S extends MachineState> S await(String name, Class<S> kind) {
        return kind.cast(await(name, kind::isInstance));
    }

    MachineState await(String name, Predicate<MachineState> wanted) {
        return TestAwait.upTo(LIMIT, "the state of machine " + name).until(() -> observe(name), wanted);
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
