package dev.butlerlabs.sim.nutanix;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.infrastructure.MachineHost.Inside;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine.Power;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A virtual machine as Prism stores it. Guarded by the lock of its registry. */
final class VmRecord {
    final String uuid;
    final Instant createdAt;
    ObjectNode spec;
    ObjectNode categories;
    int specVersion;
    String state = "PENDING";
    String power = "";
    String mac = "";
    String failure = "";
    Optional<Inside> inside = Optional.empty();

    /** Counts power changes, so that an outdated boot can be detected. */
    int session;

    /** Fault to apply once a client has seen the machine running. */
    Optional<FaultKind> doom = Optional.empty();

    /** Whether the machine has an address that responses omit. */
    boolean withheld;

    /** Number of further list responses that omit the machine. */
    int hiddenLists;

    VmRecord(String uuid, Instant createdAt, ObjectNode spec, ObjectNode categories) {
        this.uuid = uuid;
        this.createdAt = createdAt;
        this.spec = spec;
        this.categories = categories;
    }

    String name() {
        return spec.path("name").asText();
    }

    boolean isLeaving() {
        return state.equals("DELETE_PENDING");
    }

    /** Returns whether the creation failed, so that there is an entry but no machine. */
    boolean isStillborn() {
        return mac.isEmpty() && !failure.isEmpty();
    }

    Optional<String> address() {
        return withheld || !power.equals("ON") ? Optional.empty() : inside.map(Inside::address);
    }

    SimulatedMachine machine() {
        Map<String, String> marks = new LinkedHashMap<>();
        categories
                .properties()
                .forEach(category ->
                        marks.put(category.getKey(), category.getValue().asText()));
        marks.put("description", spec.path("description").asText(""));
        return new SimulatedMachine(uuid, name(), truth(), marks, address());
    }

    private Power truth() {
        if (isLeaving()) {
            return Power.LEAVING;
        }
        return switch (power) {
            case "OFF" -> Power.OFF;
            case "ON" -> inside.isPresent() ? Power.ON : Power.BOOTING;
            default -> Power.BOOTING;
        };
    }
}
