package dev.butlerlabs.core.talos.client;

import java.util.Arrays;
import java.util.Locale;

/** Where a machine is in its life. */
public enum MachineStage {
    UNKNOWN,
    BOOTING,
    INSTALLING,
    MAINTENANCE,
    RUNNING,
    REBOOTING,
    SHUTTING_DOWN,
    RESETTING,
    UPGRADING;

    static MachineStage parse(String word) {
        return Arrays.stream(values())
                .filter(stage -> stage.toString().equals(word))
                .findFirst()
                .orElse(UNKNOWN);
    }

    /** As Talos writes it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
