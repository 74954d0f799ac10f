package dev.butlerlabs.core.docker;

import java.util.List;

/**
 * The engine configuration that determines the settings of a node.
 *
 * @param cgroupVersion {@code 1} or {@code 2}
 * @param storageDriver such as {@code overlay2}
 * @param backingFilesystem file system of the storage; empty if the engine does not report it
 * @param securityOptions such as {@code name=rootless}
 * @param cpus number of CPUs; 0 if the engine does not report it
 * @param memoryBytes memory of the machine that runs the containers; 0 if the engine does not report it
 * @param operatingSystem operating system of the engine, such as {@code Docker Desktop}; empty if the engine does not report it
 * @param isPodman whether the engine is Podman, which has an API like that of Docker
 */
public record DockerEngineInfo(
        String cgroupVersion,
        String storageDriver,
        String backingFilesystem,
        List<String> securityOptions,
        int cpus,
        long memoryBytes,
        String operatingSystem,
        boolean isPodman) {
    public DockerEngineInfo {
        securityOptions = List.copyOf(securityOptions);
    }

    /** Creates the information of an engine of Docker. */
    public DockerEngineInfo(
            String cgroupVersion,
            String storageDriver,
            String backingFilesystem,
            List<String> securityOptions,
            int cpus,
            long memoryBytes,
            String operatingSystem) {
        this(
                cgroupVersion,
                storageDriver,
                backingFilesystem,
                securityOptions,
                cpus,
                memoryBytes,
                operatingSystem,
                false);
    }

    public boolean isRootless() {
        return hasOption("rootless");
    }

    /** Returns whether root in a container is another user on the host. */
    public boolean remapsUsers() {
        return hasOption("userns");
    }

    /** Returns whether the engine runs in a virtual machine of its own, so that the host has no route to its containers. */
    public boolean isInVirtualMachine() {
        return operatingSystem.contains("Docker Desktop");
    }

    private boolean hasOption(String name) {
        return securityOptions.stream()
                .anyMatch(option -> List.of(option.split(",", -1)).contains("name=" + name));
    }
}
