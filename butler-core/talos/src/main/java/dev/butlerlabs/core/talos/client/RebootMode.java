package dev.butlerlabs.core.talos.client;

/** How a machine reboots. */
public enum RebootMode {
    DEFAULT,
    POWERCYCLE,
    /** Without graceful shutdown; since Talos 1.12. */
    FORCE
}
