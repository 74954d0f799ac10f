package dev.butlerlabs.core.talos.client;

/** When an applied configuration takes effect. AUTO always works; the others depend on the mode and version of the machine. */
public enum ApplyMode {
    /** Rejected since Talos 1.14, which never reboots automatically. */
    REBOOT,
    AUTO,
    NO_REBOOT,
    STAGED,
    TRY
}
