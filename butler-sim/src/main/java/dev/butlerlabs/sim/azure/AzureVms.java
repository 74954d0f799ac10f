package dev.butlerlabs.sim.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.infrastructure.DelayedTasks;
import dev.butlerlabs.sim.infrastructure.MachineHost;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Virtual machines and their disks. Every method takes the lock of the registry. */
final class AzureVms implements AutoCloseable {
    private static final int SLOW = 10;

    private final SimulationOptions options;
    private final ArmRegistry registry;
    private final DelayedTasks later = new DelayedTasks();
    private final Map<String, SimulatedAzureVm> vms = new LinkedHashMap<>();
    private final Set<String> fullZones = new HashSet<>();
    private int cards;

    AzureVms(SimulationOptions options, ArmRegistry registry) {
        this.options = options;
        this.registry = registry;
    }

    /** Creates a virtual machine with its disks. It starts, or fails, some time later. */
    SimulatedAzureVm create(ArmResource resource, ArmOperations.ArmOperation operation) {
        synchronized (registry) {
            resource.state = "Creating";
            SimulatedAzureVm vm = new SimulatedAzureVm(resource, mac());
            vms.put(resource.id, vm);
            disk(resource, (ObjectNode) resource.at("/properties/storageProfile/osDisk"));
            resource.at("/properties/storageProfile/dataDisks")
                    .valueStream()
                    .forEach(disk -> disk(resource, (ObjectNode) disk));
            boolean full = fullZones.contains(resource.at("/zones/0").asText("regional"));
            if (full) {
                later.after(options.bootTime(), () -> fail(vm, operation, capacityError(resource)));
            } else {
                later.after(options.bootTime(), () -> boot(vm, operation));
            }
            return vm;
        }
    }

    private String mac() {
        int number = ++cards;
        return "00-0D-3A-%02X-%02X-%02X".formatted(number >> 16 & 0xff, number >> 8 & 0xff, number & 0xff);
    }

    private static ArmException capacityError(ArmResource resource) {
        return resource.at("/zones/0").isMissingNode()
                ? new ArmException(
                        409,
                        "AllocationFailed",
                        "Allocation failed. We do not have sufficient capacity for the requested VM size in this region.")
                : new ArmException(
                        409,
                        "ZonalAllocationFailed",
                        "Allocation failed. We do not have sufficient capacity for the requested VM size in this zone.");
    }

    /** Disks that are created with a virtual machine have its tags. */
    private void disk(ArmResource vm, ObjectNode form) {
        ObjectNode body = ArmRegistry.located();
        body.set("tags", vm.body.path("tags").deepCopy());
        if (vm.body.has("zones")) {
            body.set("zones", vm.body.path("zones").deepCopy());
        }
        body.putObject("sku")
                .put("name", form.at("/managedDisk/storageAccountType").asText("Standard_LRS"));
        ObjectNode properties = (ObjectNode) body.path("properties");
        properties.put("diskSizeGB", form.path("diskSizeGB").asInt(30)).put("diskState", "Attached");
        properties
                .putObject("creationData")
                .put("createOption", form.path("createOption").asText("Empty"));
        String name = form.path("name")
                .asText(vm.name + "_disk_" + registry.all(ArmRegistry.DISK).size());
        body.put("managedBy", vm.id);
        ArmResource disk = registry.add(AzureCatalog.groupPath(ArmRegistry.DISK) + "/" + name, ArmRegistry.DISK, body);
        form.put("name", name);
        form.withObject("/managedDisk").put("id", disk.id);
    }

    private void fail(SimulatedAzureVm vm, ArmOperations.ArmOperation operation, ArmException cause) {
        synchronized (registry) {
            if (vm.resource.state.equals("Creating")) {
                vm.resource.state = "Failed";
                vm.failure = Optional.of(cause);
                vm.resource.changed();
                operation.fail(cause);
            }
        }
    }

    private void boot(SimulatedAzureVm vm, ArmOperations.ArmOperation operation) {
        switch (fault(vm).orElse(null)) {
            case SLOW_BOOT -> later.after(options.bootTime().multipliedBy(SLOW), () -> switchOn(vm, operation));
            case NO_ADDRESS -> {
                vm.withoutAddress = true;
                switchOn(vm, operation);
            }
            case VANISH -> {
                vm.afterSeen = Optional.of(() -> vanish(vm));
                switchOn(vm, operation);
            }
            case STOP -> {
                vm.afterSeen = Optional.of(() -> stop(vm));
                switchOn(vm, operation);
            }
            case PROVISIONING_TIMEOUT -> {
                switchOn(vm, new ArmOperations().begin());
                timeOut(vm, operation);
            }
            case null, default -> switchOn(vm, operation);
        }
    }

    /** The system runs, but did not report to Azure in time. */
    private void timeOut(SimulatedAzureVm vm, ArmOperations.ArmOperation operation) {
        ArmException cause = new ArmException(
                409,
                "OSProvisioningTimedOut",
                "OS Provisioning for VM '%s' did not finish in the allotted time.".formatted(vm.resource.name));
        synchronized (registry) {
            if (vm.isRunning()) {
                vm.resource.state = "Failed";
                vm.failure = Optional.of(cause);
                operation.fail(cause);
            }
        }
    }

    private Optional<FaultKind> fault(SimulatedAzureVm vm) {
        return options.faults().next(FaultKind.Stage.MACHINE, SimulatedOperation.BOOT, vm.resource.name);
    }

    private void switchOn(SimulatedAzureVm vm, ArmOperations.ArmOperation operation) {
        MachineHost.Inside inside = options.hosts()
                .boot(new MachineHost.Boot(
                        vm.resource.id,
                        vm.resource.name,
                        vm.mac.replace('-', ':').toLowerCase(Locale.ROOT),
                        vm.userData));
        synchronized (registry) {
            if (vms.containsKey(vm.resource.id) && !vm.resource.isLeaving() && vm.inside.isEmpty()) {
                vm.inside = Optional.of(inside);
                vm.power = "running";
                vm.resource.state = "Succeeded";
                vm.resource.changed();
                operation.succeed();
                return;
            }
        }
        inside.close();
        operation.fail(new ArmException(409, "OperationPreempted", "The operation has been preempted by a deletion."));
    }

    Optional<SimulatedAzureVm> find(String id) {
        synchronized (registry) {
            return vms.values().stream()
                    .filter(vm -> vm.resource.id.equalsIgnoreCase(id))
                    .findFirst();
        }
    }

    List<SimulatedAzureVm> all() {
        synchronized (registry) {
            return List.copyOf(vms.values());
        }
    }

    /** Records that a client reads the machine: a fault that withheld its address may have ended, and others wait for this. */
    void seen(SimulatedAzureVm vm) {
        synchronized (registry) {
            if (vm.isRunning()
                    && vm.withoutAddress
                    && fault(vm).filter(FaultKind.NO_ADDRESS::equals).isEmpty()) {
                vm.withoutAddress = false;
            }
            if (vm.address().isPresent()) {
                vm.afterSeen.ifPresent(fate -> later.after(options.removalTime(), fate));
                vm.afterSeen = Optional.empty();
            }
        }
    }

    void fill(String zone, boolean full) {
        synchronized (registry) {
            if (full) {
                fullZones.add(zone);
            } else {
                fullZones.remove(zone);
            }
        }
    }

    void delete(SimulatedAzureVm vm, ArmOperations.ArmOperation operation) {
        synchronized (registry) {
            vm.resource.state = "Deleting";
            vm.resource.changed();
            vm.switchOff();
            later.after(options.removalTime(), () -> {
                vanish(vm);
                operation.succeed();
            });
        }
    }

    /** Deletes a virtual machine at once. Disks and network interfaces without the delete option remain. */
    void vanish(SimulatedAzureVm vm) {
        synchronized (registry) {
            if (vms.remove(vm.resource.id) == null) {
                return;
            }
            vm.switchOff();
            options.hosts().forget(vm.resource.id);
            registry.remove(vm.resource);
            List<JsonNode> disks = new ArrayList<>();
            disks.add(vm.resource.at("/properties/storageProfile/osDisk"));
            vm.resource.at("/properties/storageProfile/dataDisks").forEach(disks::add);
            for (JsonNode disk : disks) {
                registry.find(disk.at("/managedDisk/id").asText(""))
                        .ifPresent(found -> release(found, disk.path("deleteOption")));
            }
            for (JsonNode nic : vm.resource.at("/properties/networkProfile/networkInterfaces")) {
                registry.find(nic.path("id").asText(""))
                        .ifPresent(found -> releaseCard(found, nic.at("/properties/deleteOption")));
            }
        }
    }

    private void release(ArmResource disk, JsonNode option) {
        disk.body.remove("managedBy");
        disk.body.withObject("/properties").put("diskState", "Unattached");
        if (option.asText("").equals("Delete")) {
            registry.remove(disk);
        }
    }

    private void releaseCard(ArmResource nic, JsonNode option) {
        if (!option.asText("").equals("Delete")) {
            return;
        }
        registry.remove(nic);
        JsonNode address = nic.at("/properties/ipConfigurations/0/properties/publicIPAddress");
        if (address.at("/properties/deleteOption").asText("").equals("Delete")) {
            registry.find(address.path("id").asText("")).ifPresent(registry::remove);
        }
    }

    void stop(SimulatedAzureVm vm) {
        synchronized (registry) {
            vm.switchOff();
            vm.power = "stopped";
        }
    }

    void start(SimulatedAzureVm vm, ArmOperations.ArmOperation operation) {
        later.after(options.bootTime(), () -> switchOn(vm, operation));
    }

    /** Runs a task after the time that a start takes. */
    void afterBootTime(Runnable task) {
        later.after(options.bootTime(), task);
    }

    /** Runs a task after the time that a removal takes. */
    void afterRemovalTime(Runnable task) {
        later.after(options.removalTime(), task);
    }

    Duration bootTime() {
        return options.bootTime();
    }

    void plant(ArmResource foreign) {
        synchronized (registry) {
            SimulatedAzureVm vm = new SimulatedAzureVm(foreign, mac());
            vm.power = "running";
            vms.put(foreign.id, vm);
        }
    }

    @Override
    public void close() {
        later.close();
        all().forEach(SimulatedAzureVm::switchOff);
    }
}
