package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.provider.clusterapi.InstanceSeries;
import dev.butlerlabs.core.provider.clusterapi.InstanceSeries.Size;
import dev.butlerlabs.core.provider.clusterapi.WorkerSpec;
import java.util.List;
import java.util.Optional;

/** Selects the EC2 instance type of a tenant's workers. */
final class WorkerInstanceTypeSelector {
    private static final List<Size> SIZES = List.of(
            new Size(2, "large"),
            new Size(4, "xlarge"),
            new Size(8, "2xlarge"),
            new Size(16, "4xlarge"),
            new Size(32, "8xlarge"),
            new Size(48, "12xlarge"),
            new Size(64, "16xlarge"),
            new Size(96, "24xlarge"),
            new Size(128, "32xlarge"));
    private static final List<InstanceSeries> SERIES = List.of(
            new InstanceSeries(2, "c6i.%s", SIZES),
            new InstanceSeries(4, "m6i.%s", SIZES),
            new InstanceSeries(8, "r6i.%s", SIZES));

    private WorkerInstanceTypeSelector() {}

    /** Returns the smallest type with the requested CPUs and memory; empty if no type is large enough. */
    static Optional<String> smallest(WorkerSpec worker) {
        return InstanceSeries.smallest(SERIES, worker);
    }
}
