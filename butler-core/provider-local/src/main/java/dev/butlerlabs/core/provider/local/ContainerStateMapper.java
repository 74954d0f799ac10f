package dev.butlerlabs.core.provider.local;

import dev.butlerlabs.core.api.MachinePortAccess;
import dev.butlerlabs.core.docker.ContainerState;
import dev.butlerlabs.core.provider.MachineState;
import java.util.List;
import java.util.Optional;

/** Maps the state of a container to that of its machine. Pure functions. */
final class ContainerStateMapper {
    private ContainerStateMapper() {}

    static MachineState of(ContainerState container, Optional<MachinePortAccess> portAccess) {
        return switch (container.status()) {
            case CREATED -> notStarted(container);
            case RUNNING -> running(container, portAccess);
            case RESTARTING -> new MachineState.Starting(container.id(), "the container is restarting");
            case PAUSED -> broken(container, "VMPaused", "is paused", "docker unpause");
            case EXITED -> broken(container, "VMStopped", "has stopped", "docker start");
            case DEAD -> broken(container, "VMFailed", "could not be removed by the engine", "docker rm -f");
            case REMOVING -> new MachineState.Leaving(container.id());
        };
    }

    /** Without a provider ID, the caller requests the machine again, which starts the container. */
    private static MachineState notStarted(ContainerState container) {
        return new MachineState.Starting(
                "",
                container.error().isEmpty()
                        ? "the container has not been started"
                        : "the container could not be started: " + container.error());
    }

    private static MachineState running(ContainerState container, Optional<MachinePortAccess> portAccess) {
        return container
                .address()
                .<MachineState>map(address -> new MachineState.Running(
                        container.id(), List.of(address), container.macAddress(), Optional.empty(), portAccess))
                .orElseGet(() -> new MachineState.Starting(container.id(), "the container has no address yet"));
    }

    private static MachineState broken(ContainerState container, String reason, String what, String command) {
        return new MachineState.Broken(
                container.id(),
                reason,
                "The container %s %s. Run: %s %s".formatted(container.name(), what, command, container.name()));
    }
}
