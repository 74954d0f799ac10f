package dev.butlerlabs.sim.proxmox;

import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.infrastructure.MachineHost.Boot;
import dev.butlerlabs.sim.infrastructure.MachineHost.Inside;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.time.Duration;
import java.util.Optional;

/** Starts and stops virtual machines. Callers hold the lock of the cluster. */
final class PveVmLifecycle {
    private static final int SLOWNESS = 10;

    private final SimulationOptions options;
    private final PveCluster cluster;
    private final PveTasks tasks;

    PveVmLifecycle(SimulationOptions options, PveCluster cluster, PveTasks tasks) {
        this.options = options;
        this.cluster = cluster;
        this.tasks = tasks;
    }

    void start(PveVm vm) {
        if (vm.running) {
            throw PveException.died("VM %d already running".formatted(vm.id));
        }
        if (vm.isTemplate()) {
            throw PveException.died("you can't start a vm if it's a template");
        }
        int session = ++vm.session;
        vm.running = true;
        Optional<FaultKind> fault = fault(vm);
        vm.withheld = fault.filter(FaultKind.NO_ADDRESS::equals).isPresent();
        vm.doom = fault.filter(kind -> kind == FaultKind.VANISH || kind == FaultKind.STOP);
        Duration delay = options.bootTime()
                .multipliedBy(fault.filter(FaultKind.SLOW_BOOT::equals).isPresent() ? SLOWNESS : 1)
                .dividedBy(2);
        Boot boot = new Boot(String.valueOf(vm.id), vm.name(), vm.mac(), Optional.empty(), vm.staticAddress());
        cluster.publish(vm);
        tasks.schedule(delay, () -> boot(vm, session, boot));
    }

    private Optional<FaultKind> fault(PveVm vm) {
        return options.faults().next(FaultKind.Stage.MACHINE, SimulatedOperation.BOOT, vm.name());
    }

    /** Boots the machine without holding the lock, because starting its software may take time. */
    private void boot(PveVm vm, int session, Boot boot) {
        Inside inside = options.hosts().boot(boot);
        boolean current;
        synchronized (cluster) {
            current = vm.session == session;
            if (current) {
                vm.inside = Optional.of(inside);
            }
        }
        if (!current) {
            inside.close();
        }
    }

    /**
     * Records that a client reads the machine: publishes a withheld address if its fault has ended, and starts a fault that waits
     * for a running machine to be seen.
     */
    void seen(PveVm vm) {
        if (vm.withheld && vm.inside.isPresent()) {
            vm.withheld = fault(vm).filter(FaultKind.NO_ADDRESS::equals).isPresent();
        }
        if (vm.address().isPresent() && vm.doom.isPresent()) {
            FaultKind doom = vm.doom.get();
            vm.doom = Optional.empty();
            tasks.later(options.bootTime(), () -> apply(vm, doom));
        }
    }

    private void apply(PveVm vm, FaultKind doom) {
        if (doom == FaultKind.VANISH) {
            cluster.remove(vm);
        } else {
            stop(vm);
        }
    }

    void stop(PveVm vm) {
        vm.session++;
        vm.running = false;
        darken(vm);
        cluster.publish(vm);
    }

    /** Stops the software in the machine. */
    void darken(PveVm vm) {
        vm.inside.ifPresent(inside -> tasks.execute(inside::close));
        vm.inside = Optional.empty();
    }

    /** Deletes the machine with its disks and address. */
    void forget(PveVm vm) {
        vm.session++;
        vm.running = false;
        darken(vm);
        tasks.execute(() -> options.hosts().forget(String.valueOf(vm.id)));
    }
}
