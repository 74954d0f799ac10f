package dev.butlerlabs.sim.local;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.infrastructure.MachineHost.Boot;
import dev.butlerlabs.sim.infrastructure.MachineHost.Inside;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import dev.butlerlabs.sim.local.ContainerRecord.Phase;
import dev.butlerlabs.sim.local.NetworkRegistry.NetworkRecord;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The containers, volumes and networks of the engine. Thread-safe: its lock guards all of them. */
final class ContainerRegistry implements AutoCloseable {
    static final int CPUS = 64;
    private static final int SLOWNESS = 10;
    private static final long NANO_CPUS = 1_000_000_000L;

    private final SimulationOptions options;
    private final ImageRegistry images;
    private final DockerIds ids = new DockerIds();
    private final Map<String, ContainerRecord> containers = new LinkedHashMap<>();
    private final NetworkRegistry networks = new NetworkRegistry(ids);
    private final VolumeRegistry volumes = new VolumeRegistry();
    private final PublishedPorts ports = new PublishedPorts();
    private int cards;
    private boolean closed;

    ContainerRegistry(SimulationOptions options, ImageRegistry images) {
        this.options = options;
        this.images = images;
    }

    synchronized ObjectNode create(String name, ObjectNode body) {
        images.require(body.path("Image").asText());
        requireUnusedName(name);
        checkLimits(name, body);
        ContainerRecord container = new ContainerRecord(ids.next(), name, macAddress(), body);
        container.volumes().forEach(volumes::ensure);
        containers.put(container.id, container);
        return DockerJson.object().put("Id", container.id);
    }

    private void checkLimits(String name, ObjectNode body) {
        if (body.at("/HostConfig/NanoCpus").asLong() > CPUS * NANO_CPUS) {
            throw new DockerApiException(
                    400,
                    "range of CPUs is from 0.01 to %d.00, as there are only %d CPUs available".formatted(CPUS, CPUS));
        }
        boolean full = containers.size() >= options.capacity()
                || options.faults()
                        .next(FaultKind.Stage.REQUEST, SimulatedOperation.CREATE, name)
                        .filter(FaultKind.QUOTA::equals)
                        .isPresent();
        if (full) {
            throw new DockerApiException(500, "mkdir /var/lib/docker/overlay2: no space left on device");
        }
    }

    private String macAddress() {
        cards++;
        return "02:42:ac:%02x:%02x:%02x".formatted(cards >> 16 & 0xff, cards >> 8 & 0xff, cards & 0xff);
    }

    private Optional<ContainerRecord> find(String nameOrId) {
        return containers.values().stream()
                .filter(container -> container.id.equals(nameOrId) || container.name.equals(nameOrId))
                .findFirst();
    }

    private ContainerRecord require(String nameOrId) {
        return find(nameOrId).orElseThrow(() -> DockerApiException.noContainer(nameOrId));
    }

    /** Returns the name of a container by name or ID; the argument if there is none. */
    synchronized String nameOf(String nameOrId) {
        return find(nameOrId).map(container -> container.name).orElse(nameOrId);
    }

    synchronized ObjectNode inspect(String nameOrId) {
        ContainerRecord container = require(nameOrId);
        ObjectNode inspection = container.inspection();
        seen(container);
        return inspection;
    }

    synchronized List<ObjectNode> list(DockerFilters filters) {
        return containers.values().stream()
                .filter(container -> filters.accepts(container.labels()))
                .map(container -> DockerJson.object().put("Id", container.id))
                .toList();
    }

    /**
     * Starts a container and returns when its process runs, like the engine.
     *
     * @return false if it already runs
     */
    boolean start(String nameOrId) {
        ContainerRecord container;
        Duration bootTime;
        synchronized (this) {
            container = require(nameOrId);
            awaitStart(container);
            if (container.phase == Phase.RUNNING) {
                return false;
            }
            bootTime = prepare(container);
        }
        boot(container, bootTime);
        return true;
    }

    /** The engine processes one operation on a container at a time. */
    private synchronized void awaitStart(ContainerRecord container) {
        try {
            while (container.starting && !closed) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DockerApiException(503, "the engine is shutting down");
        }
    }

    private Duration prepare(ContainerRecord container) {
        if (container.phase == Phase.REMOVING || closed) {
            throw new DockerApiException(409, "container is marked for removal and cannot be started");
        }
        NetworkRecord network = networks.require(container.network());
        try {
            NetworkRegistry.checkAddress(network, container, members(network));
            ports.publish(container);
        } catch (DockerApiException e) {
            container.error = e.getMessage();
            throw e;
        }
        Optional<FaultKind> fault = fault(container);
        container.error = "";
        container.starting = true;
        container.withheld = fault.filter(FaultKind.NO_ADDRESS::equals).isPresent();
        container.doom = fault.filter(kind -> kind == FaultKind.VANISH || kind == FaultKind.STOP);
        return options.bootTime()
                .multipliedBy(fault.filter(FaultKind.SLOW_BOOT::equals).isPresent() ? SLOWNESS : 1);
    }

    private Optional<FaultKind> fault(ContainerRecord container) {
        return options.faults().next(FaultKind.Stage.MACHINE, SimulatedOperation.BOOT, container.name);
    }

    /** Boots the machine without holding the lock, because starting its software may take time. */
    private void boot(ContainerRecord container, Duration bootTime) {
        Optional<Inside> inside = Optional.empty();
        try {
            pause(bootTime);
            inside = container.isBootable()
                    ? Optional.of(options.hosts()
                            .boot(new Boot(
                                    container.id,
                                    container.name,
                                    container.macAddress,
                                    container.userData(),
                                    container.requestedAddress(),
                                    true)))
                    : Optional.empty();
        } finally {
            booted(container, inside);
        }
    }

    private synchronized void booted(ContainerRecord container, Optional<Inside> inside) {
        container.starting = false;
        notifyAll();
        if (closed || containers.get(container.id) != container) {
            inside.ifPresent(Inside::close);
            return;
        }
        container.inside = inside;
        container.phase = inside.isPresent() ? Phase.RUNNING : Phase.EXITED;
        inside.ifPresentOrElse(machine -> ports.forward(container, machine.address()), () -> ports.release(container));
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DockerApiException(503, "the engine is shutting down");
        }
    }

    /**
     * Records that a client reads the container: publishes a withheld address for the next read if its fault has ended, and starts a fault
     * that waits for a running machine to be seen.
     */
    private void seen(ContainerRecord container) {
        if (container.withheld && container.inside.isPresent()) {
            container.withheld =
                    fault(container).filter(FaultKind.NO_ADDRESS::equals).isPresent();
        }
        if (container.address().isPresent() && container.doom.isPresent()) {
            FaultKind doom = container.doom.get();
            container.doom = Optional.empty();
            Thread.ofVirtual().start(() -> fulfil(container, doom));
        }
    }

    private void fulfil(ContainerRecord container, FaultKind doom) {
        pause(options.bootTime());
        if (doom == FaultKind.VANISH) {
            vanish(container.name);
        } else {
            stop(container.name);
        }
    }

    synchronized void rename(String nameOrId, String name) {
        ContainerRecord container = require(nameOrId);
        requireUnusedName(name);
        container.name = name;
    }

    private void requireUnusedName(String name) {
        find(name).ifPresent(existing -> {
            throw new DockerApiException(
                    409,
                    "Conflict. The container name \"/%s\" is already in use by container \"%s\"."
                            .formatted(name, existing.id));
        });
    }

    /** Stops and removes a container and returns when it is gone, like the engine. */
    void remove(String nameOrId, boolean force) {
        ContainerRecord container;
        synchronized (this) {
            container = require(nameOrId);
            awaitStart(container);
            if (container.phase == Phase.REMOVING) {
                throw new DockerApiException(
                        409, "removal of container %s is already in progress".formatted(container.id));
            }
            if (container.phase == Phase.RUNNING && !force) {
                throw new DockerApiException(
                        409, "cannot remove container \"/%s\": container is running".formatted(container.name));
            }
            container.phase = Phase.REMOVING;
            darken(container);
        }
        pause(options.removalTime());
        forget(container);
    }

    /** Powers off the machine and releases its address and ports. */
    private synchronized void darken(ContainerRecord container) {
        container.inside.ifPresent(Inside::close);
        container.inside = Optional.empty();
        ports.release(container);
    }

    private void forget(ContainerRecord container) {
        options.hosts().forget(container.id);
        synchronized (this) {
            containers.remove(container.id);
        }
    }

    synchronized ObjectNode createNetwork(ObjectNode body) {
        return DockerJson.object().put("Id", networks.create(body).id());
    }

    synchronized ObjectNode inspectNetwork(String nameOrId) {
        NetworkRecord network = networks.require(nameOrId);
        return network.inspection(members(network));
    }

    synchronized List<ObjectNode> listNetworks(DockerFilters filters) {
        return networks.list(filters).stream()
                .map(network -> network.inspection(List.of()))
                .toList();
    }

    synchronized void removeNetwork(String nameOrId) {
        NetworkRecord network = networks.require(nameOrId);
        networks.remove(network, members(network));
    }

    /** Returns the running containers of a network; others have no endpoint. */
    private List<ContainerRecord> members(NetworkRecord network) {
        return containers.values().stream()
                .filter(container -> container.inside.isPresent())
                .filter(container -> container.network().equals(network.name()))
                .toList();
    }

    synchronized ObjectNode inspectVolume(String name) {
        return volumes.inspection(name);
    }

    synchronized List<ObjectNode> listVolumes(DockerFilters filters) {
        return volumes.list(filters);
    }

    synchronized void removeVolume(String name) {
        volumes.remove(
                name,
                containers.values().stream()
                        .filter(container -> container.volumes().containsKey(name))
                        .toList());
    }

    synchronized void plant(String name) {
        ContainerRecord container = new ContainerRecord(ids.next(), name, macAddress(), DockerJson.object());
        container.phase = Phase.RUNNING;
        containers.put(container.id, container);
    }

    /** Removes a container without its volumes. */
    void vanish(String name) {
        Optional<ContainerRecord> container;
        synchronized (this) {
            container = find(name);
            container.ifPresent(this::darken);
        }
        container.ifPresent(this::forget);
    }

    synchronized void stop(String name) {
        find(name).filter(container -> container.phase == Phase.RUNNING).ifPresent(container -> {
            darken(container);
            container.phase = Phase.EXITED;
        });
    }

    synchronized List<SimulatedMachine> machines() {
        return containers.values().stream().map(ContainerRecord::machine).toList();
    }

    synchronized List<String> leftovers() {
        return Stream.concat(volumes.leftovers().stream(), networks.leftovers().stream())
                .toList();
    }

    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
        containers.values().forEach(this::darken);
        ports.close();
        containers.clear();
    }
}
