package dev.butlerlabs.core.talos.config;

import java.util.Objects;

/**
 * A virtual IP address of the control plane nodes. The leader holds it.
 *
 * @param link network interface, such as eth0
 */
public record VirtualIpAddress(String address, String link) {
    public VirtualIpAddress {
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(link, "link");
    }
}
