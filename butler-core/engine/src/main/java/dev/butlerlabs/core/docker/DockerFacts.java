package dev.butlerlabs.core.docker;

import java.util.List;

/**
 * How an engine is set up, as far as it decides what a node needs.
 *
 * @param cgroupVersion {@code 1} or {@code 2}
 * @param storageDriver such as {@code overlay2}
 * @param backingFilesystem what the storage lies on; empty where the engine does not say
 * @param securityOptions such as {@code name=rootless}
 */
public record DockerFacts(
        String cgroupVersion, String storageDriver, String backingFilesystem, List<String> securityOptions) {
    public DockerFacts {
        securityOptions = List.copyOf(securityOptions);
    }

    public boolean isRootless() {
        return hasOption("rootless");
    }

    /** Whether root in a container is somebody else outside. */
    public boolean remapsUsers() {
        return hasOption("userns");
    }

    private boolean hasOption(String name) {
        return securityOptions.stream()
                .anyMatch(option -> List.of(option.split(",", -1)).contains("name=" + name));
    }
}
