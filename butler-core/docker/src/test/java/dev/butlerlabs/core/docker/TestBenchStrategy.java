package dev.butlerlabs.core.docker;

import org.testcontainers.dockerclient.DockerClientProviderStrategy;
import org.testcontainers.dockerclient.TransportConfig;

/**
 * Connects Testcontainers to the Docker engine of the test bench, before it looks for the engine of the machine. Testcontainers loads this
 * class as a service.
 */
public final class TestBenchStrategy extends DockerClientProviderStrategy {
    @Override
    public String getDescription() {
        return "Docker engine of the test bench at " + TestBenchDocker.host();
    }

    @Override
    public TransportConfig getTransportConfig() {
        return TransportConfig.builder().dockerHost(TestBenchDocker.host()).build();
    }

    @Override
    protected int getPriority() {
        return Integer.MAX_VALUE;
    }

    /** Testcontainers writes a persistable strategy to a file in the home directory of the user. */
    @Override
    protected boolean isPersistable() {
        return false;
    }

    /** Testcontainers would ask for the network {@code bridge}, which this engine does not have. */
    @Override
    public synchronized String getDockerHostIpAddress() {
        return "127.0.0.1";
    }
}
