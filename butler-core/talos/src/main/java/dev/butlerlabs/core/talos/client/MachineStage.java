package dev.butlerlabs.core.talos.client;

import java.util.Arrays;
import java.util.Locale;

/** The lifecycle stage of a machine. */
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

    /** Returns the name that Talos uses. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
