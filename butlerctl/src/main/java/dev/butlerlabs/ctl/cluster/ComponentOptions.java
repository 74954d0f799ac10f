package dev.butlerlabs.ctl.cluster;

import picocli.CommandLine.Option;

/** What the components of a hosted control plane ask for and may use. */
@SuppressWarnings("unused") // read by the parser alone
final class ComponentOptions {
    @Option(names = "--cp-apiserver-cpu-request", paramLabel = "COUNT", description = "Processors the API server gets.")
    private String apiserverCpuRequest;

    @Option(
            names = "--cp-apiserver-cpu-limit",
            paramLabel = "COUNT",
            description = "Processors the API server may use at most.")
    private String apiserverCpuLimit;

    @Option(names = "--cp-apiserver-memory-request", paramLabel = "SIZE", description = "Memory the API server gets.")
    private String apiserverMemoryRequest;

    @Option(
            names = "--cp-apiserver-memory-limit",
            paramLabel = "SIZE",
            description = "Memory the API server may use at most.")
    private String apiserverMemoryLimit;

    @Option(
            names = "--cp-controller-manager-cpu-request",
            paramLabel = "COUNT",
            description = "Processors the controller manager gets.")
    private String controllerManagerCpuRequest;

    @Option(
            names = "--cp-controller-manager-cpu-limit",
            paramLabel = "COUNT",
            description = "Processors the controller manager may use at most.")
    private String controllerManagerCpuLimit;

    @Option(
            names = "--cp-controller-manager-memory-request",
            paramLabel = "SIZE",
            description = "Memory the controller manager gets.")
    private String controllerManagerMemoryRequest;

    @Option(
            names = "--cp-controller-manager-memory-limit",
            paramLabel = "SIZE",
            description = "Memory the controller manager may use at most.")
    private String controllerManagerMemoryLimit;

    @Option(names = "--cp-scheduler-cpu-request", paramLabel = "COUNT", description = "Processors the scheduler gets.")
    private String schedulerCpuRequest;

    @Option(
            names = "--cp-scheduler-cpu-limit",
            paramLabel = "COUNT",
            description = "Processors the scheduler may use at most.")
    private String schedulerCpuLimit;

    @Option(names = "--cp-scheduler-memory-request", paramLabel = "SIZE", description = "Memory the scheduler gets.")
    private String schedulerMemoryRequest;

    @Option(
            names = "--cp-scheduler-memory-limit",
            paramLabel = "SIZE",
            description = "Memory the scheduler may use at most.")
    private String schedulerMemoryLimit;
}
