package dev.butlerlabs.sim.aws;

import dev.butlerlabs.core.api.ExtraDisk;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.testing.TestAwait;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Machines as the tests want them, and waiting for what becomes of them. */
final class Machine {
    static final OwnerId OWNER = new OwnerId("0b0071e5-0000-4000-8000-000000000001");
    static final OwnerId SOMEBODY_ELSE = new OwnerId("0b0071e5-0000-4000-8000-000000000002");

    static final Duration LIMIT = Duration.ofSeconds(90);

    private Machine() {}

    static MachineId id(String name) {
        return new MachineId(name, OWNER);
    }

    static MachineSpec spec(String name) {
        return spec(name, Optional.empty(), List.of());
    }

    static MachineSpec spec(String name, Optional<String> zone, List<ExtraDisk> disks) {
        return new MachineSpec(
                id(name),
                MachineRole.CONTROL_PLANE,
                4,
                16384,
                50,
                disks,
                Optional.empty(),
                Optional.of(new SensitiveText("#!talos\nmachine: {}\n")),
                Optional.empty(),
                zone,
                Map.of("cluster", "alpha"));
    }

    static MachineState.Running awaitRunning(ConnectedInfrastructure infrastructure, String name) {
        return (MachineState.Running) TestAwait.upTo(LIMIT, name + " running")
                .until(() -> infrastructure.machines().observe(id(name)), MachineState.Running.class::isInstance);
    }

    static void awaitAbsent(ConnectedInfrastructure infrastructure, String name) {
        TestAwait.upTo(LIMIT, name + " deleted")
                .until(() -> infrastructure.machines().observe(id(name)), MachineState.Absent.class::isInstance);
    }
}
