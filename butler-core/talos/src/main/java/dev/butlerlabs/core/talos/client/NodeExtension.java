package dev.butlerlabs.core.talos.client;

import java.util.Objects;

/** A system extension of a machine. Images of the Image Factory have one named {@code schematic} with the schematic ID as its version. */
public record NodeExtension(String name, String version) {
    static final String SCHEMATIC = "schematic";

    public NodeExtension {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(version, "version");
    }
}
