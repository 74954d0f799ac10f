package dev.butlerlabs.sim.proxmox;

import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The virtual machines of the cluster. Callers hold its lock; {@link PveVmLifecycle} starts and stops machines. */
final class PveCluster implements AutoCloseable {
    static final int TEMPLATE = 9000;
    private static final int FOREIGN = 500;

    private final SimulationOptions options;
    private final PveInventory inventory = new PveInventory();
    private final PveTasks tasks = new PveTasks(this);
    private final PveImages images;
    private final PveConfigWriter writer;
    private final PveVmLifecycle life;
    private final PveVmFactory factory;
    private final Map<Integer, PveVm> vms = new TreeMap<>();

    /** Statistics that nodes publish some time after a change. */
    private final Map<Integer, Statistics> statistics = new HashMap<>();

    PveCluster(SimulationOptions options) {
        this.options = options;
        this.images = new PveImages(options, this);
        this.writer = new PveConfigWriter(inventory, images);
        this.life = new PveVmLifecycle(options, this, tasks);
        this.factory = new PveVmFactory(options, this, writer);
        PveVm template = new PveVm(TEMPLATE, PveInventory.FIRST_NODE, "talos-template");
        template.config.putAll(Map.of(
                "name", "talos-template",
                "description", "Talos Linux",
                "tags", "talos",
                "template", "1",
                "cores", "1",
                "memory", "2048",
                "scsihw", "virtio-scsi-single",
                "boot", "order=scsi0",
                "net0", "virtio=BC:24:11:00:00:00,bridge=vmbr0",
                "scsi0", PveInventory.SHARED_STORAGE + ":base-9000-disk-0,size=10G"));
        vms.put(TEMPLATE, template);
        publishNow(template);
    }

    PveInventory inventory() {
        return inventory;
    }

    PveImages images() {
        return images;
    }

    PveTasks tasks() {
        return tasks;
    }

    Collection<PveVm> vms() {
        return vms.values();
    }

    Optional<Statistics> statistics(int id) {
        return Optional.ofNullable(statistics.get(id));
    }

    /** @throws PveException if the virtual machine is not on this node */
    PveVm require(String node, int id) {
        return Optional.ofNullable(vms.get(id))
                .filter(vm -> vm.node.equals(node))
                .orElseThrow(() -> PveException.missing(node, id));
    }

    Optional<PveVm> find(int id) {
        return Optional.ofNullable(vms.get(id));
    }

    PveVmFactory factory() {
        return factory;
    }

    /** Adds a virtual machine with a new configuration file. */
    void add(PveVm vm) {
        vms.put(vm.id, vm);
    }

    /** Removes a virtual machine whose creation failed. */
    void discard(PveVm vm) {
        vms.remove(vm.id, vm);
    }

    static void requireUnlocked(PveVm vm) {
        if (!vm.lock().isEmpty()) {
            throw PveException.died("VM is locked (%s)".formatted(vm.lock()));
        }
    }

    void update(PveVm vm, PveParameters parameters) {
        inventory.requireQuorum();
        Map<String, String> given = new HashMap<>(parameters.all());
        List.of("node", "vmid", "digest", "delete").forEach(given::remove);
        if (given.isEmpty() && parameters.find("delete").isEmpty()) {
            throw PveException.died("no options specified");
        }
        requireUnlocked(vm);
        PveRenderer.requireDigest(vm, parameters);
        parameters
                .find("delete")
                .ifPresent(names -> List.of(names.split("[,; ]+")).forEach(vm.config::remove));
        writer.write(vm, given);
        publish(vm);
    }

    /** Updates a virtual machine in a task. */
    PveTask updateLater(PveVm vm, PveParameters parameters) {
        PveTask task = tasks.start(vm.node, "qmconfig", String.valueOf(vm.id));
        update(vm, parameters);
        tasks.finish(task, "OK");
        return task;
    }

    PveTask resize(PveVm vm, PveParameters parameters) {
        inventory.requireQuorum();
        PveTask task = tasks.start(vm.node, "resize", String.valueOf(vm.id));
        tasks.last(task, half(options.bootTime()).dividedBy(2), () -> {
            requireUnlocked(vm);
            PveRenderer.requireDigest(vm, parameters);
            PveRenderer.resize(vm, parameters.get("disk"), parameters.get("size"));
        });
        return task;
    }

    PveTask start(PveVm vm) {
        PveTask task = tasks.start(vm.node, "qmstart", String.valueOf(vm.id));
        tasks.last(task, half(options.bootTime()).dividedBy(2), () -> {
            requireUnlocked(vm);
            life.start(vm);
        });
        return task;
    }

    PveTask stop(PveVm vm) {
        PveTask task = tasks.start(vm.node, "qmstop", String.valueOf(vm.id));
        tasks.last(task, half(options.removalTime()).dividedBy(2), () -> {
            requireUnlocked(vm);
            life.stop(vm);
        });
        return task;
    }

    PveTask destroy(PveVm vm) {
        inventory.requireQuorum();
        if (vm.config.getOrDefault("protection", "").equals("1")) {
            throw PveException.died("can't remove VM %d - protection mode enabled".formatted(vm.id));
        }
        if (vm.running) {
            throw PveException.died("VM %d is running - destroy failed".formatted(vm.id));
        }
        PveTask task = tasks.start(vm.node, "qmdestroy", String.valueOf(vm.id));
        tasks.last(task, half(options.removalTime()), () -> {
            if (vms.get(vm.id) != vm) {
                throw PveException.missing(vm.node, vm.id);
            }
            requireUnlocked(vm);
            remove(vm);
        });
        if (vm.lock().isEmpty()) {
            vm.leaving = true;
        }
        return task;
    }

    void remove(PveVm vm) {
        life.forget(vm);
        writer.free(vm);
        vms.remove(vm.id);
        publish(vm);
    }

    PveVmLifecycle life() {
        return life;
    }

    private static Duration half(Duration duration) {
        return duration.dividedBy(2);
    }

    /** Publishes name and status of a virtual machine after a while, as nodes do. */
    void publish(PveVm vm) {
        tasks.later(options.bootTime(), () -> publishNow(vm));
    }

    private void publishNow(PveVm vm) {
        PveVm current = vms.get(vm.id);
        if (current == null) {
            statistics.remove(vm.id);
        } else {
            statistics.put(vm.id, new Statistics(current.name(), current.running, current.isTemplate()));
        }
    }

    /** Returns all machines, and those that a running task is about to create. */
    List<SimulatedMachine> machines() {
        List<SimulatedMachine> machines = new ArrayList<>();
        vms.values().stream().filter(vm -> !vm.isTemplate()).map(PveVm::machine).forEach(machines::add);
        tasks.running()
                .filter(task -> task.newId > 0 && !vms.containsKey(task.newId))
                .map(PveVm::pending)
                .map(PveVm::machine)
                .distinct()
                .forEach(machines::add);
        return machines;
    }

    List<String> leftovers() {
        return List.copyOf(writer.unreferenced(vms.values()));
    }

    void plant(String name, String description, Map<String, String> options) {
        int id = FOREIGN;
        while (vms.containsKey(id)) {
            id++;
        }
        PveVm vm = new PveVm(id, PveInventory.FIRST_NODE, name);
        vm.config.putAll(Map.of("name", name, "description", description));
        vm.config.putAll(options);
        vms.put(id, vm);
        publishNow(vm);
    }

    List<PveVm> named(String name) {
        return vms.values().stream().filter(vm -> vm.name().equals(name)).toList();
    }

    @Override
    public void close() {
        tasks.close();
        images.close();
        synchronized (this) {
            vms.values().forEach(life::darken);
            vms.clear();
        }
        tasks.rest();
    }

    /** Statistics of a virtual machine. */
    record Statistics(String name, boolean isRunning, boolean isTemplate) {}
}
