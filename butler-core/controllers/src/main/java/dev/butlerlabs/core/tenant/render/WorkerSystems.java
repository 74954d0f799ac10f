package dev.butlerlabs.core.tenant.render;

import dev.butlerlabs.core.api.TenantClusterSpec.OperatingSystem;
import dev.butlerlabs.core.provider.clusterapi.Findings;
import java.util.Map;
import java.util.Optional;

/** The supported operating systems of workers. */
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

    /** Returns the system; the default for one that {@link #check} reports as unsupported. */
    static WorkerSystem of(OperatingSystem.Type type) {
        return ALL.getOrDefault(type, USUAL);
    }

    static void check(OperatingSystem.Type type, Findings findings) {
        if (Optional.ofNullable(ALL.get(type)).isEmpty()) {
            findings.add(
                    "spec.workers.machineTemplate.os.type",
                    "Unsupported operating system; use rocky, flatcar or talos.");
        }
    }
}
