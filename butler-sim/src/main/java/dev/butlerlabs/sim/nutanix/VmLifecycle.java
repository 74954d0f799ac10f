package dev.butlerlabs.sim.nutanix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.infrastructure.MachineHost.Boot;
import dev.butlerlabs.sim.infrastructure.MachineHost.Inside;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import dev.butlerlabs.sim.infrastructure.UserData;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Lifecycle of virtual machines: create, power on, boot, stop, delete. Callers hold the lock of the registry. */
final class VmLifecycle implements AutoCloseable {
    private static final int SLOWNESS = 10;

    private final SimulationOptions options;
    private final VmRegistry registry;
    private final AtomicInteger cards = new AtomicInteger();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("simulated-prism").factory());

    VmLifecycle(SimulationOptions options, VmRegistry registry) {
        this.options = options;
        this.registry = registry;
    }

    void begin(VmRecord vm) {
        power(vm, vm.spec.at("/resources/power_state").asText("OFF"));
    }

    String macAddress() {
        int number = cards.incrementAndGet();
        return "50:6b:8d:%02x:%02x:%02x".formatted(number >> 16 & 0xff, number >> 8 & 0xff, number & 0xff);
    }

    /**
     * Changes the power state. Half of the boot time passes until the power is on, the rest until there is an address.
     */
    void power(VmRecord vm, String wanted) {
        if (wanted.equals(vm.power)) {
            return;
        }
        int session = ++vm.session;
        if (wanted.equals("ON")) {
            vm.state = "RUNNING";
            Optional<FaultKind> fault = registry.fault(vm);
            vm.withheld = fault.filter(FaultKind.NO_ADDRESS::equals).isPresent();
            vm.doom = fault.filter(kind -> kind == FaultKind.VANISH || kind == FaultKind.STOP);
            Duration half = options.bootTime()
                    .multipliedBy(fault.filter(FaultKind.SLOW_BOOT::equals).isPresent() ? SLOWNESS : 1)
                    .dividedBy(2);
            later(half, () -> registry.with(vm, _ -> switchedOn(vm, session, half)));
        } else {
            darken(vm);
            vm.power = "OFF";
            vm.state = "COMPLETE";
            vm.mac = vm.mac.isEmpty() ? macAddress() : vm.mac;
            vm.spec.withObject("/resources").put("power_state", "OFF");
        }
    }

    private void switchedOn(VmRecord vm, int session, Duration untilBooted) {
        if (vm.session != session) {
            return;
        }
        vm.mac = vm.mac.isEmpty() ? macAddress() : vm.mac;
        vm.power = "ON";
        vm.state = vm.isLeaving() ? vm.state : "COMPLETE";
        Boot boot = new Boot(vm.uuid, vm.name(), vm.mac, userData(vm), assigned(vm.spec.at("/resources/nic_list/0")));
        later(untilBooted, () -> boot(vm, session, boot));
    }

    /** Returns the static address requested for a network interface. */
    static Optional<String> assigned(JsonNode card) {
        JsonNode endpoint = card.at("/ip_endpoint_list/0");
        return Optional.of(endpoint.path("ip").asText(""))
                .filter(ip -> !ip.isEmpty()
                        && endpoint.path("type").asText("ASSIGNED").equals("ASSIGNED"));
    }

    private static Optional<String> userData(VmRecord vm) {
        return Optional.of(vm.spec
                        .at("/resources/guest_customization/cloud_init/user_data")
                        .asText(""))
                .filter(text -> !text.isEmpty())
                .map(text -> UserData.text(Base64.getDecoder().decode(text)));
    }

    /** Boots the machine without holding the lock, because starting its software may take time. */
    private void boot(VmRecord vm, int session, Boot boot) {
        Inside inside = options.hosts().boot(boot);
        boolean[] wanted = {false};
        registry.with(vm, _ -> {
            if (vm.session == session) {
                vm.inside = Optional.of(inside);
                wanted[0] = true;
            }
        });
        if (!wanted[0]) {
            inside.close();
        }
    }

    /**
     * Records that a client reads the machine: publishes a withheld address if its fault has ended, and starts a fault
     * that waits for a running machine to be seen.
     */
    void seen(VmRecord vm) {
        if (vm.withheld && vm.inside.isPresent()) {
            vm.withheld =
                    registry.fault(vm).filter(FaultKind.NO_ADDRESS::equals).isPresent();
        }
        if (vm.address().isPresent() && vm.doom.isPresent()) {
            FaultKind doom = vm.doom.get();
            vm.doom = Optional.empty();
            later(options.bootTime(), () -> registry.with(vm, _ -> fulfil(vm, doom)));
        }
    }

    private void fulfil(VmRecord vm, FaultKind doom) {
        if (doom == FaultKind.VANISH) {
            registry.remove(vm);
        } else {
            power(vm, "OFF");
        }
    }

    void leave(VmRecord vm) {
        if (!vm.isLeaving()) {
            vm.state = "DELETE_PENDING";
            vm.session++;
            darken(vm);
            later(options.removalTime(), () -> registry.with(vm, registry::remove));
        }
    }

    /** Stops the software in the machine. */
    void darken(VmRecord vm) {
        vm.inside.ifPresent(inside -> threads.execute(inside::close));
        vm.inside = Optional.empty();
    }

    /** Deletes the machine with its disk and address. */
    void forget(VmRecord vm) {
        darken(vm);
        threads.execute(() -> options.hosts().forget(vm.uuid));
    }

    private void later(Duration delay, Runnable event) {
        try {
            ScheduledFuture<?> _ = clock.schedule(() -> threads.execute(event), delay.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException _) {
            // The simulator is closed; pending events are dropped.
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }

    /** Waits until the software in all machines has stopped. */
    void rest() {
        threads.close();
    }
}
