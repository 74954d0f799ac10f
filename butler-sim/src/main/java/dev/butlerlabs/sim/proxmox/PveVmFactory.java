package dev.butlerlabs.sim.proxmox;

import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/** Clones and creates virtual machines. Callers hold the lock of the cluster. */
final class PveVmFactory {
    private final SimulationOptions options;
    private final PveCluster cluster;
    private final PveConfigWriter writer;

    PveVmFactory(SimulationOptions options, PveCluster cluster, PveConfigWriter writer) {
        this.options = options;
        this.cluster = cluster;
        this.writer = writer;
    }

    /**
     * Clones a virtual machine. The new configuration file appears after the task has started, and has no name until the disks have
     * been copied.
     */
    PveTask cloneVm(String node, int source, PveParameters parameters) {
        cluster.inventory().requireQuorum();
        PveVm template = cluster.require(node, source);
        PveCluster.requireUnlocked(template);
        int id = parameters.number("newid");
        String storage = parameters.find("storage").orElse(PveInventory.SHARED_STORAGE);
        Optional<String> target = parameters.find("target").filter(name -> !name.equals(node));
        boolean full = parameters.isSet("full") || !template.isTemplate();
        checkClone(parameters, storage, target, full);
        requireFree(id);
        PveTask task = cluster.tasks().start(node, "qmclone", String.valueOf(source));
        task.newId = id;
        task.newName = parameters.find("name").orElse("Copy-of-VM-" + template.name());
        boolean room = hasRoom(task.newName);
        cluster.tasks().then(task, options.bootTime().dividedBy(4), () -> {
            requireFree(id);
            task.log.add("creating a clone of VM %d with ID %d".formatted(source, id));
            PveVm vm = new PveVm(id, node, task.newName);
            vm.config.put("lock", "clone");
            cluster.add(vm);
            cluster.tasks().last(task, options.bootTime().dividedBy(4), () -> {
                if (!room) {
                    cluster.discard(vm);
                    throw PveException.died(
                            "clone failed: lvcreate 'pve/vm-%d-disk-0' error: Insufficient free space: 2560 extents needed, but only 7 available"
                                    .formatted(id));
                }
                vm.config = cloned(template, vm, storage, parameters);
                vm.node = target.orElse(node);
                vm.pool = parameters.get("pool");
                cluster.publish(vm);
            });
        });
        return task;
    }

    private void checkClone(PveParameters parameters, String storage, Optional<String> target, boolean full) {
        checkPool(parameters);
        PveInventory.Storage found = cluster.inventory()
                .storage(storage)
                .orElseThrow(() -> PveException.died("storage '%s' does not exist".formatted(storage)));
        if (!found.hasImages()) {
            throw PveException.parameter("storage", "storage '%s' does not support vm images".formatted(storage));
        }
        if (parameters.find("storage").isPresent() && !full) {
            throw PveException.died("parameter 'storage' not allowed for linked clones");
        }
        target.ifPresent(cluster.inventory()::requireNode);
        if (target.isPresent() && !found.isShared()) {
            throw PveException.died("can't clone to non-shared storage '%s'".formatted(storage));
        }
    }

    private static void checkPool(PveParameters parameters) {
        parameters.find("pool").filter(pool -> !pool.equals(PveInventory.POOL)).ifPresent(pool -> {
            throw PveException.died("pool '%s' does not exist".formatted(pool));
        });
    }

    /** Returns the configuration of a clone: that of its template, with new MAC addresses and disks. */
    private Map<String, String> cloned(PveVm template, PveVm vm, String storage, PveParameters parameters) {
        Map<String, String> config = new TreeMap<>(template.config);
        config.remove("template");
        config.replaceAll((name, value) -> {
            if (name.matches("net\\d+")) {
                return writer.withMac(value);
            }
            return PveConfigWriter.DRIVE.matcher(name).matches()
                    ? value.replaceFirst("^[^,]+", writer.newDisk(storage, vm))
                    : value;
        });
        config.put("name", parameters.find("name").orElse("Copy-of-VM-" + template.name()));
        parameters.find("description").ifPresent(text -> config.put("description", text));
        putIds(config);
        return config;
    }

    /** Creates a virtual machine. The configuration file exists at once, but has no name until the disks have been created. */
    PveTask create(String node, PveParameters parameters) {
        cluster.inventory().requireQuorum();
        checkPool(parameters);
        int id = parameters.number("vmid");
        Map<String, String> given = new HashMap<>(parameters.all());
        List.of("vmid", "node", "pool", "start", "storage").forEach(given::remove);
        if (cluster.find(id).isPresent()) {
            throw PveException.died("unable to create VM %d - VM %d already exists on node '%s'"
                    .formatted(id, id, cluster.find(id).orElseThrow().node));
        }
        PveVm vm = new PveVm(id, node, parameters.find("name").orElse("VM " + id));
        writer.write(new PveVm(id, node, ""), given);
        writer.free(vm);
        vm.config.put("lock", "create");
        cluster.add(vm);
        boolean room = hasRoom(vm.futureName);
        PveTask task = cluster.tasks().start(node, "qmcreate", String.valueOf(id));
        cluster.tasks().last(task, options.bootTime().dividedBy(2), () -> {
            if (!room) {
                cluster.discard(vm);
                throw PveException.died(
                        "unable to create VM %d - lvcreate 'pve/vm-%d-disk-0' error: Insufficient free space"
                                .formatted(id, id));
            }
            vm.config.remove("lock");
            putIds(vm.config);
            writer.write(vm, given);
            vm.pool = parameters.get("pool");
            cluster.publish(vm);
            if (parameters.isSet("start")) {
                cluster.life().start(vm);
            }
        });
        return task;
    }

    /** Every virtual machine, also a clone, has its own IDs. */
    private static void putIds(Map<String, String> config) {
        config.put("smbios1", "uuid=" + UUID.randomUUID());
        config.put("vmgenid", UUID.randomUUID().toString());
    }

    private boolean hasRoom(String name) {
        boolean fault = options.faults()
                .next(FaultKind.Stage.REQUEST, SimulatedOperation.CREATE, name)
                .filter(FaultKind.QUOTA::equals)
                .isPresent();
        return !fault && cluster.vms().size() <= options.capacity();
    }

    /** @throws PveException if the VM ID is in use, on any node */
    private void requireFree(int id) {
        if (cluster.find(id).isPresent()) {
            throw PveException.died("unable to create VM %d: config file already exists".formatted(id));
        }
    }
}
