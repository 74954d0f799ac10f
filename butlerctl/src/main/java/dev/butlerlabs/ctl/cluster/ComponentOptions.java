package dev.butlerlabs.ctl.cluster;

import picocli.CommandLine.Option;

/** Resource requests and limits of the components of a hosted control plane. */
@SuppressWarnings("unused") // set by picocli
final class ComponentOptions {
    @Option(names = "--cp-apiserver-cpu-request", paramLabel = "COUNT", description = "API server CPU request.")
    private String apiserverCpuRequest;

    @Option(names = "--cp-apiserver-cpu-limit", paramLabel = "COUNT", description = "API server CPU limit.")
    private String apiserverCpuLimit;

    @Option(names = "--cp-apiserver-memory-request", paramLabel = "SIZE", description = "API server memory request.")
    private String apiserverMemoryRequest;

    @Option(names = "--cp-apiserver-memory-limit", paramLabel = "SIZE", description = "API server memory limit.")
    private String apiserverMemoryLimit;

    @Option(
            names = "--cp-controller-manager-cpu-request",
            paramLabel = "COUNT",
            description = "Controller manager CPU request.")
    private String controllerManagerCpuRequest;

    @Option(
            names = "--cp-controller-manager-cpu-limit",
            paramLabel = "COUNT",
            description = "Controller manager CPU limit.")
    private String controllerManagerCpuLimit;

    @Option(
            names = "--cp-controller-manager-memory-request",
            paramLabel = "SIZE",
            description = "Controller manager memory request.")
    private String controllerManagerMemoryRequest;

    @Option(
            names = "--cp-controller-manager-memory-limit",
            paramLabel = "SIZE",
            description = "Controller manager memory limit.")
    private String controllerManagerMemoryLimit;

    @Option(names = "--cp-scheduler-cpu-request", paramLabel = "COUNT", description = "Scheduler CPU request.")
    private String schedulerCpuRequest;

    @Option(names = "--cp-scheduler-cpu-limit", paramLabel = "COUNT", description = "Scheduler CPU limit.")
    private String schedulerCpuLimit;

    @Option(names = "--cp-scheduler-memory-request", paramLabel = "SIZE", description = "Scheduler memory request.")
    private String schedulerMemoryRequest;

    @Option(names = "--cp-scheduler-memory-limit", paramLabel = "SIZE", description = "Scheduler memory limit.")
    private String schedulerMemoryLimit;
}
