package dev.butlerlabs.core.tenant.render;

import java.util.List;
import java.util.Optional;

/** Selects the smallest instance type of a cloud with the requested CPUs and memory. */
final class InstanceTypes {
    private static final int MIB_PER_GIB = 1024;
    private static final int GCP_MEMORY_STEP = 256;
    private static final int GCP_LEAST_PER_CPU = 512;
    private static final int GCP_MOST_PER_CPU = 8 * MIB_PER_GIB;

    /** An instance series: the memory per CPU, and the available sizes. */
    private record Series(int gibPerCpu, String form, List<Size> sizes) {}

    private record Size(int cpu, String word) {}

    private static final List<Size> AWS_SIZES = List.of(
            new Size(2, "large"),
            new Size(4, "xlarge"),
            new Size(8, "2xlarge"),
            new Size(16, "4xlarge"),
            new Size(32, "8xlarge"),
            new Size(48, "12xlarge"),
            new Size(64, "16xlarge"),
            new Size(96, "24xlarge"),
            new Size(128, "32xlarge"));
    private static final List<Series> AWS = List.of(
            new Series(2, "c6i.%s", AWS_SIZES), new Series(4, "m6i.%s", AWS_SIZES), new Series(8, "r6i.%s", AWS_SIZES));

    private static final List<Size> AZURE_SIZES = List.of(
            new Size(2, "2"),
            new Size(4, "4"),
            new Size(8, "8"),
            new Size(16, "16"),
            new Size(32, "32"),
            new Size(48, "48"),
            new Size(64, "64"),
            new Size(96, "96"));
    private static final List<Series> AZURE =
            List.of(new Series(4, "Standard_D%ss_v5", AZURE_SIZES), new Series(8, "Standard_E%ss_v5", AZURE_SIZES));

    private InstanceTypes() {}

    static Optional<String> aws(Worker worker) {
        return smallest(AWS, worker);
    }

    static Optional<String> azure(Worker worker) {
        return smallest(AZURE, worker);
    }

    /** Returns the type with the fewest CPUs, then the least memory. */
    private static Optional<String> smallest(List<Series> offered, Worker worker) {
        for (Size size : offered.getFirst().sizes()) {
            for (Series series : offered) {
                if (size.cpu() >= worker.cpu()
                        && (long) size.cpu() * series.gibPerCpu() * MIB_PER_GIB >= worker.memoryMiB()) {
                    return Optional.of(series.form().formatted(size.word()));
                }
            }
        }
        return Optional.empty();
    }

    /** Returns a custom machine type of Google Cloud: an even number of CPUs, memory in steps. */
    static String gcp(Worker worker) {
        int cpu = Math.max(2, worker.cpu() + worker.cpu() % 2);
        long least = Math.max(worker.memoryMiB(), (long) cpu * GCP_LEAST_PER_CPU);
        long memory = Math.ceilDiv(least, GCP_MEMORY_STEP) * GCP_MEMORY_STEP;
        String extended = memory > (long) cpu * GCP_MOST_PER_CPU ? "-ext" : "";
        return "n2-custom-%d-%d%s".formatted(cpu, memory, extended);
    }
}
