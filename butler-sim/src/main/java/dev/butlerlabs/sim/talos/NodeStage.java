package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.talos.wire.Machine.MachineStatusEvent.MachineStage;
import java.util.Locale;

/** Lifecycle stages of a simulated machine. */
public enum NodeStage {
    MAINTENANCE,
    INSTALLING,
    BOOTING,
    RUNNING,
    REBOOTING,
    RESETTING,
    UPGRADING,
    SHUTTING_DOWN;

    MachineStage onWire() {
        return MachineStage.valueOf(name());
    }

    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
