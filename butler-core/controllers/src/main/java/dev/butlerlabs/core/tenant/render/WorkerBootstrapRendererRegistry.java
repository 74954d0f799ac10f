package dev.butlerlabs.core.tenant.render;

import dev.butlerlabs.core.api.TenantClusterSpec.OperatingSystem;
import dev.butlerlabs.core.provider.clusterapi.RenderProblemCollector;
import java.util.Map;
import java.util.Optional;

/** The supported operating systems of workers. */
final class WorkerBootstrapRendererRegistry {
    private static final WorkerBootstrapRenderer USUAL = new RockyBootstrapRenderer();
    private static final Map<OperatingSystem.Type, WorkerBootstrapRenderer> ALL = Map.of(
            OperatingSystem.Type.ROCKY,
            USUAL,
            OperatingSystem.Type.FLATCAR,
            new FlatcarBootstrapRenderer(),
            OperatingSystem.Type.TALOS,
            new TalosBootstrapRenderer());

    private WorkerBootstrapRendererRegistry() {}

    /** Returns the system; the default for one that {@link #check} reports as unsupported. */
    static WorkerBootstrapRenderer of(OperatingSystem.Type type) {
        return ALL.getOrDefault(type, USUAL);
    }

    static void check(OperatingSystem.Type type, RenderProblemCollector findings) {
        if (Optional.ofNullable(ALL.get(type)).isEmpty()) {
            findings.add(
                    "spec.workers.machineTemplate.os.type",
                    "Unsupported operating system; use rocky, flatcar or talos.");
        }
    }
}
