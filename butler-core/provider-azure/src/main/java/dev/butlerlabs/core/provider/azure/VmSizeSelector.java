package dev.butlerlabs.core.provider.azure;

import dev.butlerlabs.core.provider.clusterapi.InstanceSeries;
import dev.butlerlabs.core.provider.clusterapi.InstanceSeries.Size;
import dev.butlerlabs.core.provider.clusterapi.WorkerSpec;
import java.util.List;
import java.util.Optional;

/** Selects the VM size of machines and of a tenant's workers. */
final class VmSizeSelector {
    private static final List<Size> SIZES = List.of(
            new Size(2, "2"),
            new Size(4, "4"),
            new Size(8, "8"),
            new Size(16, "16"),
            new Size(32, "32"),
            new Size(48, "48"),
            new Size(64, "64"),
            new Size(96, "96"));
    private static final List<InstanceSeries> SERIES =
            List.of(new InstanceSeries(4, "Standard_D%ss_v5", SIZES), new InstanceSeries(8, "Standard_E%ss_v5", SIZES));

    private VmSizeSelector() {}

    /** Returns the smallest size with the requested CPUs and memory; empty if no size is large enough. */
    static Optional<String> smallest(WorkerSpec worker) {
        return smallest(worker.cpu(), worker.memoryMiB());
    }

    /** Returns the smallest size with the requested CPUs and memory; empty if no size is large enough. */
    static Optional<String> smallest(int cpu, long memoryMiB) {
        return InstanceSeries.smallest(SERIES, cpu, memoryMiB);
    }
}
