package dev.butlerlabs.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.time.Duration;

/** A phase of a scale benchmark: time, processor time and requests of the controllers from its start to its end. */
final class ScalePhase {
    private final ScaleApi api;
    private final ControllersProcess controllers;
    private final long start = System.nanoTime();
    private final double processorSeconds;
    private final double ownSeconds = ownSeconds();
    private final RequestCounts.Snapshot requests;

    /**
     * What a phase cost.
     *
     * @param processorSeconds of the controllers
     * @param ownSeconds processor time of this process: the simulation, and the API if it is embedded
     */
    record Cost(
            Duration time, double processorSeconds, double ownSeconds, RequestCounts.Snapshot requests, double load) {}

    ScalePhase(ScaleApi api, ControllersProcess controllers) {
        this.api = api;
        this.controllers = controllers;
        this.processorSeconds = controllers.processorSeconds();
        this.requests = api.requests().get();
    }

    Cost end() {
        return new Cost(
                Timing.since(start),
                controllers.processorSeconds() - processorSeconds,
                ownSeconds() - ownSeconds,
                api.requests().get().since(requests),
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getSystemLoadAverage());
    }

    private static double ownSeconds() {
        return ProcessHandle.current()
                        .info()
                        .totalCpuDuration()
                        .orElse(Duration.ZERO)
                        .toMillis()
                / 1000.0;
    }
}
