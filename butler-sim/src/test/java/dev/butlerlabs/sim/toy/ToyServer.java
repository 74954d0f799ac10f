package dev.butlerlabs.sim.toy;

import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.infrastructure.MachineHost;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The vendor's side: a server with machines in it. Its wire is a method call, and calls fail as connections do. */
final class ToyServer {
    private static final Map<String, ToyServer> NETWORK = new ConcurrentHashMap<>();
    private static final AtomicInteger NUMBERS = new AtomicInteger();
    private static final Set<FaultKind> DONE_NEVERTHELESS = EnumSet.of(FaultKind.DELAY, FaultKind.LOST_RESPONSE);
    private static final int STORM = 4;
    private static final int SLOW = 10;

    /** How a request ends that does not end well. */
    static final class Trouble extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final FaultKind kind;

        private Trouble(FaultKind kind) {
            super(kind.word());
            this.kind = kind;
        }

        FaultKind kind() {
            return kind;
        }
    }

    private final String address = "toy-" + NUMBERS.incrementAndGet();
    private final String token = "toy-token-" + address;
    private final SimulationOptions options;
    private final Map<String, Vm> vms = new LinkedHashMap<>();
    private final AtomicLong requests = new AtomicLong();
    private final AtomicInteger storm = new AtomicInteger();

    private record Vm(
            String name,
            Map<String, String> marks,
            Instant bootedAt,
            Optional<Instant> goneAt,
            boolean off,
            String address) {
        SimulatedMachine seen(String id, Instant now) {
            SimulatedMachine.Power power = goneAt.isPresent()
                    ? SimulatedMachine.Power.LEAVING
                    : off
                            ? SimulatedMachine.Power.OFF
                            : now.isBefore(bootedAt) ? SimulatedMachine.Power.BOOTING : SimulatedMachine.Power.ON;
            return new SimulatedMachine(
                    id,
                    name,
                    power,
                    marks,
                    power == SimulatedMachine.Power.ON ? Optional.of(address) : Optional.empty());
        }
    }

    ToyServer(SimulationOptions options) {
        this.options = options;
        NETWORK.put(address, this);
    }

    static ToyServer at(String address, String token) {
        ToyServer server = Optional.ofNullable(NETWORK.get(address)).orElseThrow(() -> new Trouble(FaultKind.REFUSE));
        if (!server.token.equals(token)) {
            throw new Trouble(FaultKind.UNAUTHORIZED);
        }
        return server;
    }

    Map<String, String> credentials() {
        return Map.of("address", address, "token", token);
    }

    long requests() {
        return requests.get();
    }

    /** A request over the wire. */
    <T> T ask(SimulatedOperation operation, String about, Supplier<T> answer) {
        requests.incrementAndGet();
        if (storm.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new Trouble(FaultKind.ERROR_STORM);
        }
        Optional<FaultKind> fault = options.faults().next(FaultKind.Stage.WIRE, operation, about);
        T told = fault.filter(DONE_NEVERTHELESS::contains).isPresent() || fault.isEmpty() ? answer.get() : null;
        if (fault.isEmpty() || fault.get() == FaultKind.DELAY) {
            return told;
        }
        if (fault.get() == FaultKind.ERROR_STORM) {
            storm.set(STORM - 1);
        }
        throw new Trouble(fault.get());
    }

    synchronized List<SimulatedMachine> machines() {
        Instant now = Instant.now();
        vms.values().removeIf(vm -> vm.goneAt().filter(now::isAfter).isPresent());
        List<SimulatedMachine> seen = new ArrayList<>();
        vms.forEach((id, vm) -> seen.add(vm.seen(id, now)));
        return seen;
    }

    synchronized String create(String name, Map<String, String> marks, Optional<String> userData) {
        if (options.faults()
                .next(FaultKind.Stage.REQUEST, SimulatedOperation.CREATE, name)
                .isPresent()) {
            throw new Trouble(FaultKind.QUOTA);
        }
        return add(name, marks, userData, bootTime(name));
    }

    /** Past the wire, where nothing goes wrong. */
    synchronized void plant(String name) {
        add(name, Map.of(), Optional.empty(), options.bootTime());
    }

    private String add(String name, Map<String, String> marks, Optional<String> userData, Duration bootTime) {
        String id = "vm-" + NUMBERS.incrementAndGet();
        MachineHost.Inside inside = options.hosts().boot(new MachineHost.Boot(id, name, "02:00:00:00:00:01", userData));
        vms.put(id, new Vm(name, marks, Instant.now().plus(bootTime), Optional.empty(), false, inside.address()));
        return id;
    }

    private Duration bootTime(String name) {
        return switch (options.faults()
                .next(FaultKind.Stage.MACHINE, SimulatedOperation.BOOT, name)
                .orElse(null)) {
            case SLOW_BOOT -> options.bootTime().multipliedBy(SLOW);
            case NO_ADDRESS -> Duration.ofHours(1);
            case null, default -> options.bootTime();
        };
    }

    synchronized void delete(String id) {
        change(
                id,
                vm -> new Vm(
                        vm.name(),
                        vm.marks(),
                        vm.bootedAt(),
                        vm.goneAt().or(() -> Optional.of(Instant.now().plus(options.removalTime()))),
                        vm.off(),
                        vm.address()));
    }

    synchronized void vanish(String name) {
        vms.values().removeIf(vm -> vm.name().equals(name));
    }

    synchronized void stop(String name) {
        List.copyOf(vms.keySet()).stream()
                .filter(id -> vms.get(id).name().equals(name))
                .forEach(id -> change(
                        id, vm -> new Vm(vm.name(), vm.marks(), vm.bootedAt(), vm.goneAt(), true, vm.address())));
    }

    private void change(String id, UnaryOperator<Vm> change) {
        vms.computeIfPresent(id, (key, vm) -> change.apply(vm));
    }

    void close() {
        NETWORK.remove(address);
    }
}
