package dev.butlerlabs.core.talos.config;

import java.util.Objects;

/**
 * An address that the control plane nodes share; whichever leads holds it.
 *
 * @param link the network interface, such as eth0
 */
public record SharedAddress(String address, String link) {
    public SharedAddress {
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(link, "link");
    }
}
