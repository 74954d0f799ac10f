package dev.butlerlabs.sim.talos;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Objects;

/**
 * What a simulated machine is like.
 *
 * @param address where it listens, on loopback; port 0 takes a free one
 * @param version the Talos it boots, such as {@code v1.12.4}, which decides what it answers
 * @param installs whether it has to write its disk and reboot before it can run, as a machine booted from an ISO has
 * @param bootstrapRefusals how often it refuses to be bootstrapped because its clock is not set yet
 */
public record NodeOptions(
        String hostname,
        InetSocketAddress address,
        String version,
        boolean installs,
        int bootstrapRefusals,
        Tempo tempo) {
    public NodeOptions {
        Objects.requireNonNull(hostname, "hostname");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(tempo, "tempo");
        if (!address.getAddress().isLoopbackAddress()) {
            throw new IllegalArgumentException("a simulated machine listens on loopback alone, not on " + address);
        }
    }

    /** A machine on a free port of 127.0.0.1 that boots from an ISO and does everything at once. */
    public static NodeOptions of(String hostname, String version) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        return new NodeOptions(hostname, address, version, true, 0, Tempo.QUICK);
    }

    public NodeOptions at(InetSocketAddress other) {
        return new NodeOptions(hostname, other, version, installs, bootstrapRefusals, tempo);
    }

    public NodeOptions refusingBootstrap(int times) {
        return new NodeOptions(hostname, address, version, installs, times, tempo);
    }

    /** As from a disk image that holds Talos already. */
    public NodeOptions preinstalled() {
        return new NodeOptions(hostname, address, version, false, bootstrapRefusals, tempo);
    }

    public NodeOptions inTempo(Tempo other) {
        return new NodeOptions(hostname, address, version, installs, bootstrapRefusals, other);
    }
}
