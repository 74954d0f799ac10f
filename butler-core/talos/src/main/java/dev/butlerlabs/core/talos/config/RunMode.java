package dev.butlerlabs.core.talos.config;

import java.util.Locale;

/** Where a machine runs, which decides what its configuration must say. */
public enum RunMode {
    /** On hardware or a virtual machine that boots an ISO: Talos installs itself. */
    METAL,
    /** From an image that is installed already. */
    CLOUD,
    /** In a container, for tries. */
    CONTAINER;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
