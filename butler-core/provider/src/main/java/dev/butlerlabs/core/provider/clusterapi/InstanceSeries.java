package dev.butlerlabs.core.provider.clusterapi;

import java.util.List;
import java.util.Optional;

/**
 * An instance series of a cloud. Immutable.
 *
 * @param gibPerCpu memory per CPU
 * @param format format of a type name, with a placeholder for the name of the size
 * @param sizes available sizes, smallest first
 */
public record InstanceSeries(int gibPerCpu, String format, List<Size> sizes) {
    private static final int MIB_PER_GIB = 1024;

    public InstanceSeries {
        sizes = List.copyOf(sizes);
    }

    /** A size of a series, with its number of CPUs. */
    public record Size(int cpu, String name) {}

    /**
     * Returns the type with the fewest CPUs, then the least memory, that is large enough for a worker.
     *
     * @param offered series with the same sizes, in order of memory per CPU
     */
    public static Optional<String> smallest(List<InstanceSeries> offered, WorkerSpec worker) {
        return smallest(offered, worker.cpu(), worker.memoryMiB());
    }

    /**
     * Returns the type with the fewest CPUs, then the least memory, that has these CPUs and this memory.
     *
     * @param offered series with the same sizes, in order of memory per CPU
     */
    public static Optional<String> smallest(List<InstanceSeries> offered, int cpu, long memoryMiB) {
        for (Size size : offered.getFirst().sizes()) {
            for (InstanceSeries series : offered) {
                if (series.fits(size, cpu, memoryMiB)) {
                    return Optional.of(series.format().formatted(size.name()));
                }
            }
        }
        return Optional.empty();
    }

    private boolean fits(Size size, int cpu, long memoryMiB) {
        return size.cpu() >= cpu && (long) size.cpu() * gibPerCpu * MIB_PER_GIB >= memoryMiB;
    }
}
