package dev.butlerlabs.sim.aws;

import dev.butlerlabs.sim.aws.SimulatedInstance.State;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.infrastructure.DelayedTasks;
import dev.butlerlabs.sim.infrastructure.MachineHost;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** State of the simulated region. Thread-safe. */
final class AwsRegionState implements AutoCloseable {
    private static final int SLOW = 10;

    private final SimulationOptions options;
    private final Duration listingLag;
    private final DelayedTasks later = new DelayedTasks();
    private final AwsIdGenerator ids = new AwsIdGenerator();
    private final Map<String, SimulatedInstance> instances = new LinkedHashMap<>();
    private final Map<String, SimulatedVolume> volumes = new LinkedHashMap<>();
    private final Map<String, SimulatedNetworkInterface> cards = new LinkedHashMap<>();
    private final Set<String> fullZones = new HashSet<>();
    final SimulatedLoadBalancers balancers;
    final AccountImages images = new AccountImages();

    AwsRegionState(SimulationOptions options, Duration listingLag) {
        this.options = options;
        this.listingLag = listingLag;
        this.balancers = new SimulatedLoadBalancers(ids, this::instance, options.bootTime());
    }

    /**
     * Creates instances with their volumes and network interfaces. Idempotent: the same client token returns the same
     * instances.
     */
    synchronized List<SimulatedInstance> run(
            LaunchCount count,
            SimulatedInstance.Order order,
            List<SimulatedVolume.Disk> disks,
            Map<String, Map<String, String>> tags) {
        List<SimulatedInstance> before = order.token().map(this::byToken).orElse(List.of());
        if (!before.isEmpty()) {
            return repeated(before, order);
        }
        requireRoom(order, count.minimum());
        int launched = Math.min(count.maximum(), options.capacity() - present().size());
        return Stream.generate(() -> launch(order, disks, tags)).limit(launched).toList();
    }

    private SimulatedInstance launch(
            SimulatedInstance.Order order, List<SimulatedVolume.Disk> disks, Map<String, Map<String, String>> tags) {
        SimulatedInstance instance = new SimulatedInstance(ids.next("i"), order, ids.mac(), Instant.now());
        instances.put(instance.id, instance);
        for (SimulatedVolume.Disk disk : disks) {
            String id = ids.next("vol");
            volumes.put(
                    id,
                    new SimulatedVolume(
                            id, order.subnet().zone(), disk, tags.getOrDefault("volume", Map.of()), instance.id));
        }
        String card = ids.next("eni");
        cards.put(
                card, new SimulatedNetworkInterface(card, instance, tags.getOrDefault("network-interface", Map.of())));
        later.after(options.bootTime(), () -> boot(instance));
        return instance;
    }

    private List<SimulatedInstance> byToken(String token) {
        return instances.values().stream()
                .filter(instance -> instance.order.token().filter(token::equals).isPresent())
                .toList();
    }

    private static List<SimulatedInstance> repeated(List<SimulatedInstance> before, SimulatedInstance.Order order) {
        if (!before.getFirst().order.request().equals(order.request())) {
            throw AwsErrorResponse.of(
                    "IdempotentParameterMismatch",
                    "Arguments on this idempotent request are inconsistent with arguments used in previous request(s).");
        }
        return before;
    }

    private void requireRoom(SimulatedInstance.Order order, int minimum) {
        String name = order.tags().getOrDefault("Name", "");
        boolean refused = options.faults()
                .next(FaultKind.Stage.REQUEST, SimulatedOperation.CREATE, name)
                .isPresent();
        if (refused || present().size() + minimum > options.capacity()) {
            throw AwsErrorResponse.of(
                    "VcpuLimitExceeded",
                    "You have requested more vCPU capacity than your current vCPU limit of %d allows for the instance bucket."
                            .formatted(options.capacity()));
        }
        if (fullZones.contains(order.subnet().zone())) {
            throw new AwsErrorResponse(
                    500,
                    "InsufficientInstanceCapacity",
                    "We currently do not have sufficient %s capacity in the Availability Zone you requested (%s)."
                            .formatted(order.type(), order.subnet().zone()));
        }
    }

    String nextId(String prefix) {
        return ids.next(prefix);
    }

    /** Completes a snapshot after some time, as EBS does. */
    void completeLater(EbsSnapshot snapshot) {
        later.after(options.bootTime().dividedBy(4), () -> {
            synchronized (this) {
                snapshot.state = "completed";
            }
        });
    }

    synchronized void fill(String zone) {
        fullZones.add(zone);
    }

    private void boot(SimulatedInstance instance) {
        switch (fault(instance).orElse(null)) {
            case SLOW_BOOT -> later.after(options.bootTime().multipliedBy(SLOW), () -> switchOn(instance));
            case NO_ADDRESS -> {
                instance.withoutAddress = true;
                switchOn(instance);
            }
            case VANISH -> {
                instance.afterSeen = Optional.of(() -> vanish(instance));
                switchOn(instance);
            }
            case STOP -> {
                instance.afterSeen = Optional.of(() -> stop(instance));
                switchOn(instance);
            }
            case null, default -> switchOn(instance);
        }
    }

    private Optional<FaultKind> fault(SimulatedInstance instance) {
        return options.faults().next(FaultKind.Stage.MACHINE, SimulatedOperation.BOOT, instance.name());
    }

    private void switchOn(SimulatedInstance instance) {
        MachineHost.Inside inside = options.hosts()
                .boot(new MachineHost.Boot(instance.id, instance.name(), instance.mac, instance.order.userData()));
        synchronized (this) {
            if (instance.state == State.PENDING) {
                instance.inside = Optional.of(inside);
                instance.state = State.RUNNING;
                return;
            }
        }
        inside.close();
    }

    /** Returns the instances that are listed already; new ones appear after a delay. */
    synchronized List<SimulatedInstance> listed() {
        Instant horizon = Instant.now().minus(listingLag);
        return instances.values().stream()
                .filter(instance -> !instance.launched.isAfter(horizon))
                .toList();
    }

    /** Reevaluates an instance: a fault that withheld its address may have ended. */
    synchronized void look(SimulatedInstance instance) {
        if (instance.state == State.RUNNING
                && instance.withoutAddress
                && fault(instance).filter(FaultKind.NO_ADDRESS::equals).isEmpty()) {
            instance.withoutAddress = false;
        }
    }

    /** Records that a client has seen the instance running, and starts the fault that waits for this. */
    synchronized void shown(SimulatedInstance instance) {
        if (instance.address().isPresent()) {
            instance.afterSeen.ifPresent(fate -> later.after(options.removalTime(), fate));
            instance.afterSeen = Optional.empty();
        }
    }

    synchronized Optional<SimulatedInstance> instance(String id) {
        return Optional.ofNullable(instances.get(id));
    }

    synchronized List<SimulatedInstance> present() {
        return instances.values().stream()
                .filter(instance -> !instance.isGone())
                .toList();
    }

    synchronized List<SimulatedVolume> volumes() {
        return List.copyOf(volumes.values());
    }

    synchronized List<SimulatedNetworkInterface> cards() {
        return List.copyOf(cards.values());
    }

    synchronized void terminate(SimulatedInstance instance, String code, String reason) {
        if (instance.state == State.SHUTTING_DOWN || instance.isGone()) {
            return;
        }
        instance.state = State.SHUTTING_DOWN;
        instance.reasonCode = code;
        instance.reason = reason;
        instance.switchOff();
        later.after(options.removalTime(), () -> vanish(instance));
    }

    /** Terminates an instance at once. Volumes and interfaces without delete-on-termination remain. */
    synchronized void vanish(SimulatedInstance instance) {
        instance.switchOff();
        options.hosts().forget(instance.id);
        instance.state = State.TERMINATED;
        balancers.forget(instance.id);
        cards.values()
                .removeIf(card -> card.instance.filter(instance.id::equals).isPresent());
        for (SimulatedVolume volume : new ArrayList<>(volumes.values())) {
            if (volume.instance.filter(instance.id::equals).isPresent()) {
                volume.instance = Optional.empty();
                if (volume.deleteOnTermination) {
                    volumes.remove(volume.id);
                }
            }
        }
    }

    synchronized void stop(SimulatedInstance instance) {
        if (instance.state == State.RUNNING || instance.state == State.PENDING) {
            instance.switchOff();
            instance.state = State.STOPPED;
            instance.reasonCode = "Client.UserInitiatedShutdown";
            instance.reason = "Client.UserInitiatedShutdown: User initiated shutdown";
        }
    }

    synchronized void start(SimulatedInstance instance) {
        if (instance.state == State.STOPPED) {
            instance.state = State.PENDING;
            later.after(options.bootTime(), () -> switchOn(instance));
        }
    }

    synchronized void plant(String name) {
        SimulatedInstance foreign = new SimulatedInstance(
                ids.next("i"),
                new SimulatedInstance.Order(
                        SimulatedImages.PRIVATE,
                        "m6i.large",
                        AwsNetworkLayout.SUBNETS.getFirst(),
                        List.of(),
                        false,
                        Optional.empty(),
                        Map.of("Name", name),
                        Optional.empty(),
                        Map.of()),
                ids.mac(),
                Instant.EPOCH);
        foreign.state = State.RUNNING;
        instances.put(foreign.id, foreign);
    }

    synchronized void removeVolume(String id) {
        SimulatedVolume volume = volumes.get(id);
        if (volume == null) {
            throw AwsErrorResponse.of("InvalidVolume.NotFound", "The volume '%s' does not exist.".formatted(id));
        }
        if (volume.instance.isPresent()) {
            throw AwsErrorResponse.of(
                    "VolumeInUse", "Volume %s is currently attached to %s".formatted(id, volume.instance.get()));
        }
        volumes.remove(id);
    }

    synchronized void removeCard(String id) {
        SimulatedNetworkInterface card = cards.get(id);
        if (card == null) {
            throw AwsErrorResponse.of(
                    "InvalidNetworkInterfaceID.NotFound", "The networkInterface ID '%s' does not exist".formatted(id));
        }
        if (card.instance.isPresent()) {
            throw AwsErrorResponse.of(
                    "InvalidParameterValue", "Network interface '%s' is currently in use.".formatted(id));
        }
        cards.remove(id);
    }

    @Override
    public synchronized void close() {
        later.close();
        balancers.close();
        images.close();
        instances.values().forEach(SimulatedInstance::switchOff);
    }
}
