package dev.butlerlabs.core.talos.config;

import java.util.Locale;

/** The environment of a machine, which determines the required settings. */
public enum RunMode {
    /** On hardware or a virtual machine that boots an ISO: Talos installs itself. */
    METAL,
    /** From a preinstalled image. */
    CLOUD,
    /** In a container, for testing. */
    CONTAINER;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
