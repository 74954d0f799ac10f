package dev.butlerlabs.core.talos.client;

/** How a machine restarts. */
public enum RebootMode {
    DEFAULT,
    POWERCYCLE,
    /** Without waiting for anything; from 1.12 on. */
    FORCE
}
