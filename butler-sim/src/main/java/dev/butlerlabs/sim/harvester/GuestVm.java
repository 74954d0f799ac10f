package dev.butlerlabs.sim.harvester;

import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.infrastructure.MachineHost.Inside;
import java.util.List;
import java.util.Optional;

/** Hypervisor state of a virtual machine. Not thread-safe; changed by one thread at a time. */
final class GuestVm {
    private final String uid;
    private volatile List<String> claims = List.of();
    private volatile List<String> secrets = List.of();
    private Optional<Inside> inside = Optional.empty();
    private volatile Optional<FaultKind> fate = Optional.empty();
    private boolean begun;
    private boolean instanceSeen;
    private long bootDue;
    private volatile boolean addressed;
    private long removalDue;

    GuestVm(String uid) {
        this.uid = uid;
    }

    String uid() {
        return uid;
    }

    /** Returns the MAC address: the specified one, or a generated one that stays the same across boots. */
    String macAddress(MachineView machine) {
        return machine.macAddress().orElseGet(this::macAddress);
    }

    private String macAddress() {
        int hash = uid.hashCode();
        return "52:54:00:%02x:%02x:%02x".formatted(hash >>> 16 & 0xff, hash >>> 8 & 0xff, hash & 0xff);
    }

    List<String> claims() {
        return claims;
    }

    List<String> secrets() {
        return secrets;
    }

    void use(List<String> usedClaims, List<String> usedSecrets) {
        claims = List.copyOf(usedClaims);
        secrets = List.copyOf(usedSecrets);
    }

    Optional<Inside> inside() {
        return inside;
    }

    /** Compares the observed instance with the one created here; the cache may lag behind. */
    InstanceState instance(boolean visible) {
        if (!begun) {
            return visible ? InstanceState.FORMER : InstanceState.NONE;
        }
        if (visible) {
            instanceSeen = true;
            return InstanceState.PRESENT;
        }
        return instanceSeen ? InstanceState.NONE : InstanceState.AWAITED;
    }

    enum InstanceState {
        /** No instance exists or is being created. */
        NONE,
        /** Created, but not in the cache yet. */
        AWAITED,
        PRESENT,
        /** An earlier instance that is not deleted yet. */
        FORMER
    }

    void booting(long due) {
        begun = true;
        instanceSeen = false;
        bootDue = due;
    }

    boolean isDue(long now) {
        return now - bootDue >= 0;
    }

    void postpone(long due) {
        bootDue = due;
    }

    void on(Inside running) {
        inside = Optional.of(running);
    }

    boolean isAddressed() {
        return addressed;
    }

    void addressed() {
        addressed = true;
    }

    void off() {
        inside.ifPresent(Inside::close);
        inside = Optional.empty();
        addressed = false;
        begun = false;
    }

    Optional<FaultKind> fate() {
        return fate;
    }

    void fate(Optional<FaultKind> awaiting) {
        fate = awaiting;
    }

    /** Returns when the deletion completes; the first call sets the time. */
    long removalDue(long proposed) {
        if (removalDue == 0) {
            removalDue = proposed == 0 ? 1 : proposed;
        }
        return removalDue;
    }
}
