package dev.butlerlabs.core.talos.client;

/** When an applied configuration takes effect. AUTO is right everywhere; the others depend on the mode and version of the machine. */
public enum ApplyMode {
    /** Refused from 1.14 on, where a machine never reboots by itself. */
    REBOOT,
    AUTO,
    NO_REBOOT,
    STAGED,
    TRY
}
