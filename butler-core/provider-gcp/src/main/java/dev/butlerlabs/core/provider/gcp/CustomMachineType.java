package dev.butlerlabs.core.provider.gcp;

import dev.butlerlabs.core.provider.clusterapi.WorkerSpec;

/** Names custom machine types of Google Compute Engine. */
final class CustomMachineType {
    private static final int MEMORY_STEP = 256;
    private static final int LEAST_PER_CPU = 512;
    private static final int MOST_PER_CPU = 8 * 1024;

    private CustomMachineType() {}

    /** Returns the custom machine type of a worker: an even number of CPUs, memory in steps. */
    static String of(WorkerSpec worker) {
        return of(worker.cpu(), worker.memoryMiB());
    }

    static String of(int requestedCpu, long memoryMiB) {
        int cpu = Math.max(2, requestedCpu + requestedCpu % 2);
        long least = Math.max(memoryMiB, (long) cpu * LEAST_PER_CPU);
        long memory = Math.ceilDiv(least, MEMORY_STEP) * MEMORY_STEP;
        String extended = memory > (long) cpu * MOST_PER_CPU ? "-ext" : "";
        return "n2-custom-%d-%d%s".formatted(cpu, memory, extended);
    }
}
