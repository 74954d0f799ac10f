package dev.butlerlabs.sim.proxmox;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes options into configuration files, and creates the disks that they request. Guarded by the lock of the cluster. */
final class PveConfigWriter {
    static final Pattern DRIVE = Pattern.compile("(scsi|virtio|ide|sata)\\d+");
    private static final Pattern NETWORK = Pattern.compile("net\\d+");
    private static final Pattern HAS_MAC = Pattern.compile("^[a-z0-9]+=[0-9A-Fa-f:]{17}");
    private static final Pattern NEW_DISK = Pattern.compile("([\\w.-]+):(\\d+)((?:,.*)?)");
    private static final Pattern CLOUD_INIT = Pattern.compile("([\\w.-]+):cloudinit");
    private static final Pattern CD_ROM = Pattern.compile("([\\w.-]+:iso/[^,]+|none),media=cdrom");
    private static final Pattern IMPORT = Pattern.compile(",import-from=([^,]+)");
    private static final Pattern BRIDGE = Pattern.compile("(?:^|,)bridge=([^,]+)");
    private static final Pattern VOLUME = Pattern.compile("^([\\w.-]+:vm-(\\d+)-[\\w-]+)(?:,.*)?$");

    private final PveInventory inventory;
    private final PveImages images;
    private final AtomicInteger cards = new AtomicInteger();
    private final AtomicInteger disks = new AtomicInteger();

    /** Volumes with the ID of their virtual machine. */
    private final Map<String, Integer> volumes = new TreeMap<>();

    PveConfigWriter(PveInventory inventory, PveImages images) {
        this.inventory = inventory;
        this.images = images;
    }

    /** Writes options; nothing is changed if one is not valid. */
    void write(PveVm vm, Map<String, String> options) {
        options.forEach((name, value) -> check(vm, name, value));
        options.forEach((name, value) -> {
            if (DRIVE.matcher(name).matches()) {
                writeDrive(vm, name, value);
            } else if (NETWORK.matcher(name).matches()) {
                vm.config.put(name, HAS_MAC.matcher(value).find() ? value : withMac(value));
            } else if (name.equals("tags")) {
                vm.config.put(name, String.join(";", new TreeSet<>(Set.of(value.split("[;, ]+")))));
            } else {
                vm.config.put(name, value);
            }
        });
    }

    private void check(PveVm vm, String name, String value) {
        if (DRIVE.matcher(name).matches()) {
            checkDrive(vm, name, value);
        }
        if (NETWORK.matcher(name).matches()) {
            Matcher bridge = BRIDGE.matcher(value);
            if (!value.matches("(virtio|e1000|vmxnet3|rtl8139)(=[0-9A-Fa-f:]{17})?(,.*)?")) {
                throw PveException.parameter(name, "invalid format - format error");
            }
            if (bridge.find() && !inventory.hasBridge(bridge.group(1))) {
                throw PveException.died("bridge '%s' does not exist".formatted(bridge.group(1)));
            }
        }
    }

    private void checkDrive(PveVm vm, String name, String value) {
        Matcher medium = CD_ROM.matcher(value);
        if (medium.matches()) {
            if (!medium.group(1).equals("none") && !images.isReadable(vm.node, medium.group(1))) {
                throw PveException.parameter(name, "volume '%s' does not exist".formatted(medium.group(1)));
            }
            return;
        }
        Matcher disk = NEW_DISK.matcher(value);
        Matcher cloudInit = CLOUD_INIT.matcher(value);
        boolean isNew = disk.matches();
        if (!isNew && !cloudInit.matches()) {
            throw PveException.parameter(name, "unable to parse drive options");
        }
        String storage = isNew ? disk.group(1) : cloudInit.group(1);
        PveInventory.Storage found = inventory
                .storage(storage)
                .orElseThrow(() -> PveException.died("storage '%s' does not exist".formatted(storage)));
        if (!found.hasImages()) {
            throw PveException.parameter("storage", "storage '%s' does not support vm images".formatted(storage));
        }
        if (!isNew && vm.config.values().stream().anyMatch(other -> other.contains("cloudinit"))) {
            throw PveException.died("%s - cloud-init drive is already attached".formatted(name));
        }
        if (isNew) {
            checkImport(vm, name, disk.group(2), IMPORT.matcher(disk.group(3)));
        }
    }

    private void checkImport(PveVm vm, String name, String size, Matcher source) {
        boolean imports = source.find();
        if (imports && !size.equals("0")) {
            throw PveException.parameter(
                    name, "'import-from' requires special syntax - use <storage ID>:0,import-from=<source>");
        }
        if (imports && !images.isReadable(vm.node, source.group(1))) {
            throw PveException.parameter(name, "volume '%s' does not exist".formatted(source.group(1)));
        }
        if (!imports && size.equals("0")) {
            throw PveException.parameter(name, "unable to parse drive options");
        }
    }

    private void writeDrive(PveVm vm, String name, String value) {
        if (CD_ROM.matcher(value).matches()) {
            vm.config.put(name, value);
            return;
        }
        if (vm.config.containsKey(name)) {
            vm.config.put("unused" + disks.incrementAndGet(), vm.config.get(name));
        }
        Matcher cloudInit = CLOUD_INIT.matcher(value);
        if (cloudInit.matches()) {
            vm.config.put(name, volume(cloudInit.group(1), vm, "cloudinit") + ",media=cdrom,size=4M");
            return;
        }
        Matcher disk = NEW_DISK.matcher(value);
        disk.matches();
        String options = IMPORT.matcher(disk.group(3)).replaceAll("");
        String size = disk.group(2).equals("0") ? "4G" : disk.group(2) + "G";
        vm.config.put(name, newDisk(disk.group(1), vm) + options + ",size=" + size);
    }

    /** Creates a volume and returns its ID. */
    String newDisk(String storage, PveVm vm) {
        return volume(storage, vm, "disk-" + disks.incrementAndGet());
    }

    private String volume(String storage, PveVm vm, String suffix) {
        String id = "%s:vm-%d-%s".formatted(storage, vm.id, suffix);
        volumes.put(id, vm.id);
        return id;
    }

    /** Deletes all volumes of a virtual machine. */
    void free(PveVm vm) {
        volumes.values().removeIf(owner -> owner == vm.id);
    }

    /** Returns a network interface with a new MAC address. */
    String withMac(String card) {
        int number = cards.incrementAndGet();
        String mac = "BC:24:11:%02X:%02X:%02X".formatted(number >> 16 & 0xff, number >> 8 & 0xff, number & 0xff);
        return card.replaceFirst("^([a-z0-9]+)(=[0-9A-Fa-f:]{17})?", "$1=" + mac);
    }

    /** Returns volumes that no configuration refers to as a disk. */
    Set<String> unreferenced(Iterable<PveVm> vms) {
        Set<String> left = new TreeSet<>(volumes.keySet());
        for (PveVm vm : vms) {
            vm.config.forEach((name, value) -> {
                Matcher volume = VOLUME.matcher(value);
                if (DRIVE.matcher(name).matches() && volume.matches()) {
                    left.remove(volume.group(1));
                }
            });
        }
        return left;
    }
}
