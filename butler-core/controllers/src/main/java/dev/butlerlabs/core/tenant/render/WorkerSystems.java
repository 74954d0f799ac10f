package dev.butlerlabs.core.tenant.render;

import dev.butlerlabs.core.api.TenantClusterSpec.OperatingSystem;
import java.util.Map;
import java.util.Optional;

/** The operating systems workers can have. */
final class WorkerSystems {
    private static final WorkerSystem USUAL = new RockySystem();
    private static final Map<OperatingSystem.Type, WorkerSystem> ALL = Map.of(
            OperatingSystem.Type.ROCKY,
            USUAL,
            OperatingSystem.Type.FLATCAR,
            new FlatcarSystem(),
            OperatingSystem.Type.TALOS,
            new TalosSystem());

    private WorkerSystems() {}

    /** The system, also a stand-in for one that {@link #check} has complained about. */
    static WorkerSystem of(OperatingSystem.Type type) {
        return ALL.getOrDefault(type, USUAL);
    }

    static void check(OperatingSystem.Type type, Findings findings) {
        if (Optional.ofNullable(ALL.get(type)).isEmpty()) {
            findings.add(
                    "spec.workers.machineTemplate.os.type",
                    "Workers with this system cannot be made; use rocky, flatcar or talos.");
        }
    }
}
