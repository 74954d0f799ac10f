package dev.butlerlabs.core.provider.local;

import dev.butlerlabs.core.docker.ContainerState;
import dev.butlerlabs.core.docker.ContainerStatus;
import dev.butlerlabs.core.docker.DockerEngine;
import dev.butlerlabs.core.docker.DockerResponseStatus;
import dev.butlerlabs.core.docker.ImageName;
import dev.butlerlabs.core.docker.MachineContainerSpec;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineOperations;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.OwnershipTags;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Manages containers with the ownership labels. The container has the name of the machine, which is unique on an engine; its volumes and its
 * network have names derived from it and from the owner. Therefore a repeated creation finds everything that an earlier one left.
 */
final class LocalMachineOperations implements MachineOperations {
    private static final int NOT_MODIFIED = 304;

    private final DockerEngine engine;
    private final Optional<ImageName> defaultImage;
    private final ImagePuller images;
    private final MachineAccess access;
    private final HostPortSelector hostPorts;
    private volatile Optional<PortAccessPolicy> policy = Optional.empty();

    LocalMachineOperations(
            DockerEngine engine, Optional<ImageName> defaultImage, ImagePuller images, MachineAccess access) {
        this.engine = engine;
        this.defaultImage = defaultImage;
        this.images = images;
        this.access = access;
        this.hostPorts =
                new HostPortSelector(port -> !engine.isOnThisMachine() || HostPortSelector.isFreeOnThisMachine(port));
    }

    @Override
    public MachineState observe(MachineId id) {
        return find(id.name())
                .filter(container -> isOurs(container, id))
                .map(this::state)
                .orElseGet(() -> withoutContainer(id));
    }

    private MachineState state(ContainerState container) {
        return ContainerStateMapper.of(container, container.running() ? policy().of(container) : Optional.empty());
    }

    private PortAccessPolicy policy() {
        if (policy.isEmpty()) {
            policy = Optional.of(new PortAccessPolicy(
                    access,
                    engine.isOnThisMachine(),
                    LocalErrorMapper.call(engine::facts).isInVirtualMachine()));
        }
        return policy.get();
    }

    /** Volumes are created with the container, so volumes without it are those of a container that was removed. */
    private MachineState withoutContainer(MachineId id) {
        if (!renamed(id).isEmpty()) {
            return new MachineState.Starting("", "the container is being replaced");
        }
        if (!new MachineVolumes(engine, id).existing().isEmpty()) {
            return new MachineState.Broken(
                    "",
                    "VMVanished",
                    "The container of machine %s no longer exists, but its volumes do.".formatted(id.name()));
        }
        return new OwnerNetwork(engine, id.owner()).isUnused()
                ? new MachineState.Starting("", "the container has not been created")
                : new MachineState.Absent();
    }

    @Override
    public MachineState create(MachineSpec spec) {
        rejectNetworkData(spec);
        Optional<ContainerState> existing = find(spec.id().name());
        if (existing.isPresent()) {
            return started(spec, existing.get());
        }
        new MachineVolumes(engine, spec.id()).requireOwnNames();
        ImageName image = image(spec);
        if (!images.isPresent(image)) {
            return new MachineState.Starting("", "the image %s is being pulled".formatted(image));
        }
        return created(spec, image);
    }

    private static void rejectNetworkData(MachineSpec spec) {
        if (spec.networkData().isPresent()) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "Machine %s has networkData, which the provider local does not support."
                            .formatted(spec.id().name()),
                    "Add the network configuration to the machine configuration, or let the engine assign addresses.");
        }
    }

    private ImageName image(MachineSpec spec) {
        return spec.image()
                .filter(text -> !text.isBlank())
                .map(ImageName::parse)
                .or(() -> defaultImage)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.INVALID_INPUT,
                        "Neither machine %s nor the settings of the provider local specify an image."
                                .formatted(spec.id().name()),
                        "Set image of the provider local, such as ghcr.io/siderolabs/talos:v1.12.1."));
    }

    private MachineState created(MachineSpec spec, ImageName image) {
        OwnerNetwork network = new OwnerNetwork(engine, spec.id().owner());
        network.ensure(spec.address());
        request(spec, TalosContainerRenderer.of(spec, image, network.name(), hostPorts(spec)));
        return started(spec, find(spec.id().name()).orElseThrow(() -> vanished(spec)));
    }

    /** Selects ports of the host that no other container has, running or stopped. */
    private Map<Integer, Integer> hostPorts(MachineSpec spec) {
        Set<Integer> reserved = LocalErrorMapper.call(
                        () -> engine.containers().labelled(Map.of(OwnershipTags.MANAGED_BY, OwnershipTags.MANAGER)))
                .stream()
                .flatMap(container -> container.reservedPorts().stream())
                .collect(Collectors.toSet());
        return hostPorts.select(spec.id().name(), TalosContainerRenderer.ports(spec), reserved);
    }

    /** Creates the container. If another process was faster, its container is used. */
    private void request(MachineSpec spec, MachineContainerSpec container) {
        try {
            LocalErrorMapper.call(() -> engine.containers().create(container));
        } catch (ButlerException e) {
            if (e.code() != ErrorCode.CONFLICT) {
                throw redacted(spec, passing(e));
            }
        }
    }

    /** Image and network existed a moment ago, so the next attempt will provide them again. */
    private static ButlerException passing(ButlerException failure) {
        return failure.code() == ErrorCode.NOT_FOUND
                ? new ButlerException(
                        ErrorCode.NOT_READY, failure.getMessage(), failure.hint(), List.of(), failure.getCause())
                : failure;
    }

    /** Removes the user data from a message of the engine. The causes contain the same message. */
    private static ButlerException redacted(MachineSpec spec, ButlerException failure) {
        return TalosContainerRenderer.encodedUserData(spec)
                .filter(secret -> failure.getMessage().contains(secret))
                .map(secret -> new ButlerException(
                        failure.code(),
                        failure.getMessage().replace(secret, "(user data)"),
                        failure.hint(),
                        List.of(),
                        null))
                .orElse(failure);
    }

    private static ButlerException vanished(MachineSpec spec) {
        return new ButlerException(
                ErrorCode.NOT_READY,
                "The container %s was removed while it was being created."
                        .formatted(spec.id().name()));
    }

    /** Starts the container of the machine if it does not run, and returns its state. */
    private MachineState started(MachineSpec spec, ContainerState container) {
        if (!isOurs(container, spec.id())) {
            throw foreign(container);
        }
        return switch (container.status()) {
            case CREATED, EXITED -> {
                new OwnerNetwork(engine, spec.id().owner()).ensure(spec.address());
                renamed(spec.id())
                        .forEach(replaced ->
                                LocalErrorMapper.run(() -> engine.containers().remove(replaced.id())));
                start(spec, container);
                yield observe(spec.id());
            }
            case RUNNING, RESTARTING, PAUSED, REMOVING, DEAD -> state(container);
        };
    }

    private void start(MachineSpec spec, ContainerState container) {
        try {
            engine.containers().start(container.id());
        } catch (ButlerException e) {
            // Another process has started it.
            if (DockerResponseStatus.of(e).orElse(0) == NOT_MODIFIED) {
                return;
            }
            if (container.status() == ContainerStatus.CREATED && LocalErrorMapper.isPortConflict(e)) {
                replace(spec, container);
                return;
            }
            throw passing(LocalErrorMapper.classified(e));
        }
    }

    /**
     * Replaces a container that was never started, because another program uses one of its ports by now. The ports of a container cannot be
     * changed. It is renamed first: volumes without any container would be those of a machine that vanished.
     */
    private void replace(MachineSpec spec, ContainerState container) {
        Map<Integer, Integer> ports = hostPorts(spec);
        LocalErrorMapper.run(() ->
                engine.containers().rename(container.id(), "%s-%.12s".formatted(container.name(), container.id())));
        request(
                spec,
                TalosContainerRenderer.of(
                        spec, image(spec), new OwnerNetwork(engine, spec.id().owner()).name(), ports));
        LocalErrorMapper.run(() -> engine.containers().remove(container.id()));
    }

    /** Returns the containers of a machine that were renamed to be replaced. */
    private List<ContainerState> renamed(MachineId id) {
        return LocalErrorMapper.call(() -> engine.containers().labelled(OwnershipTags.marks(id))).stream()
                .filter(container -> !container.name().equals(id.name()))
                .toList();
    }

    private static ButlerException foreign(ContainerState container) {
        return new ButlerException(
                ErrorCode.FOREIGN_RESOURCE,
                "A container named %s (%.12s) exists on the Docker engine without the ownership labels of this cluster."
                        .formatted(container.name(), container.id()),
                "Rename the cluster, or remove that container if it is not needed: docker rm -f " + container.name());
    }

    /** Removes the volumes last: as long as they exist, {@link #observe} does not report the machine as absent. */
    @Override
    public void delete(MachineId id) {
        find(id.name())
                .filter(container -> isOurs(container, id))
                .ifPresent(container ->
                        LocalErrorMapper.run(() -> engine.containers().remove(container.id())));
        renamed(id)
                .forEach(container ->
                        LocalErrorMapper.run(() -> engine.containers().remove(container.id())));
        new OwnerNetwork(engine, id.owner()).removeIfUnused();
        new MachineVolumes(engine, id).remove();
    }

    private Optional<ContainerState> find(String name) {
        return LocalErrorMapper.call(() -> engine.containers().inspect(name));
    }

    private static boolean isOurs(ContainerState container, MachineId id) {
        return OwnershipTags.owner(container.labels()).equals(Optional.of(id.owner()));
    }
}
