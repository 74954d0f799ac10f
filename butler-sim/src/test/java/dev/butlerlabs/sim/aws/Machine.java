package dev.butlerlabs.sim.aws;

import dev.butlerlabs.core.api.ExtraDisk;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.OwnerId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Machines as the tests want them, and waiting for what becomes of them. */
final class Machine {
    static final OwnerId OWNER = new OwnerId("0b0071e5-0000-4000-8000-000000000001");
    static final OwnerId SOMEBODY_ELSE = new OwnerId("0b0071e5-0000-4000-8000-000000000002");

    private static final Duration PATIENCE = Duration.ofSeconds(90);

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
        return (MachineState.Running)
                await(() -> infrastructure.machines().observe(id(name)), MachineState.Running.class::isInstance);
    }

    static void awaitAbsent(ConnectedInfrastructure infrastructure, String name) {
        await(() -> infrastructure.machines().observe(id(name)), MachineState.Absent.class::isInstance);
    }

    /** Looks until what is seen is what is wanted. */
    static <T> T await(Supplier<T> look, Predicate<T> wanted) {
        Instant end = Instant.now().plus(PATIENCE);
        T seen = look.get();
        while (!wanted.test(seen)) {
            if (Instant.now().isAfter(end)) {
                throw new AssertionError("still seen after %s: %s".formatted(PATIENCE, seen));
            }
            pause();
            seen = look.get();
        }
        return seen;
    }

    private static void pause() {
        try {
            Thread.sleep(10);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
