package dev.butlerlabs.sim.proxmox;

import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.infrastructure.MachineHost.Inside;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine.Power;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A virtual machine with its configuration file. Guarded by the lock of the cluster. */
final class PveVm {
    private static final Pattern MAC = Pattern.compile("=([0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5})");
    private static final Pattern STATIC_ADDRESS = Pattern.compile("(?:^|,)ip=([0-9.]+)/");

    final int id;

    /** Name it has, or will have once its disks are created. */
    final String futureName;

    String node;

    /** Content of the configuration file. Without a name while the machine is being created. */
    Map<String, String> config = new TreeMap<>();

    String pool = "";
    boolean running;
    boolean leaving;
    Optional<Inside> inside = Optional.empty();

    /** Counts power changes, so that an outdated boot can be detected. */
    int session;

    /** Fault to apply once a client has seen the machine running. */
    Optional<FaultKind> doom = Optional.empty();

    /** Whether the guest agent does not report the address. */
    boolean withheld;

    PveVm(int id, String node, String futureName) {
        this.id = id;
        this.node = node;
        this.futureName = futureName;
    }

    /** Returns the virtual machine that a task is about to create. */
    static PveVm pending(PveTask task) {
        PveVm vm = new PveVm(task.newId, task.node, task.newName);
        vm.config.put("lock", "clone");
        return vm;
    }

    String name() {
        return config.getOrDefault("name", "VM " + id);
    }

    String lock() {
        return config.getOrDefault("lock", "");
    }

    boolean isTemplate() {
        return config.getOrDefault("template", "").equals("1");
    }

    String mac() {
        Matcher mac = MAC.matcher(config.getOrDefault("net0", ""));
        return mac.find() ? mac.group(1) : "";
    }

    boolean hasAgent() {
        return config.getOrDefault("agent", "").matches("(enabled=)?1(,.*)?");
    }

    Optional<String> staticAddress() {
        Matcher address = STATIC_ADDRESS.matcher(config.getOrDefault("ipconfig0", ""));
        return address.find() ? Optional.of(address.group(1)) : Optional.empty();
    }

    Optional<String> address() {
        return running && !withheld ? inside.map(Inside::address) : Optional.empty();
    }

    SimulatedMachine machine() {
        Map<String, String> marks = new HashMap<>();
        marks.put("tags", config.getOrDefault("tags", ""));
        marks.put("description", config.getOrDefault("description", ""));
        return new SimulatedMachine(
                String.valueOf(id), config.getOrDefault("name", futureName), power(), marks, address());
    }

    private Power power() {
        if (leaving) {
            return Power.LEAVING;
        }
        if (running) {
            return inside.isPresent() ? Power.ON : Power.BOOTING;
        }
        return lock().isEmpty() ? Power.OFF : Power.BOOTING;
    }
}
