package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.talos.config.RunMode;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Objects;

/**
 * Options of a simulated machine.
 *
 * @param address loopback address to listen on; port 0 selects a free port
 * @param version Talos version to boot, such as {@code v1.12.4}, which determines its behaviour
 * @param mode environment: on metal it boots from an ISO, so that it must write its disk and reboot before it runs; in a cloud it boots
 *     from a disk image with Talos
 * @param bootstrapRefusals how often it rejects bootstrap because its clock is not in sync
 */
public record SimulatedNodeOptions(
        String hostname,
        InetSocketAddress address,
        String version,
        RunMode mode,
        int bootstrapRefusals,
        NodeDelays tempo) {
    public SimulatedNodeOptions {
        Objects.requireNonNull(hostname, "hostname");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(tempo, "tempo");
        if (!address.getAddress().isLoopbackAddress()) {
            throw new IllegalArgumentException("a simulated machine can listen only on loopback, not on " + address);
        }
    }

    /** Returns options of a machine on a free port of 127.0.0.1 that boots from an ISO, without delays. */
    public static SimulatedNodeOptions of(String hostname, String version) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        return new SimulatedNodeOptions(hostname, address, version, RunMode.METAL, 0, NodeDelays.QUICK);
    }

    public SimulatedNodeOptions at(InetSocketAddress other) {
        return new SimulatedNodeOptions(hostname, other, version, mode, bootstrapRefusals, tempo);
    }

    public SimulatedNodeOptions refusingBootstrap(int times) {
        return new SimulatedNodeOptions(hostname, address, version, mode, times, tempo);
    }

    /** Returns options of a machine that boots from a disk image with Talos. */
    public SimulatedNodeOptions preinstalled() {
        return new SimulatedNodeOptions(hostname, address, version, RunMode.CLOUD, bootstrapRefusals, tempo);
    }

    /** Returns options of a machine in a container. */
    public SimulatedNodeOptions inContainer() {
        return new SimulatedNodeOptions(hostname, address, version, RunMode.CONTAINER, bootstrapRefusals, tempo);
    }

    boolean installs() {
        return mode == RunMode.METAL;
    }

    boolean isContainer() {
        return mode == RunMode.CONTAINER;
    }

    public SimulatedNodeOptions inTempo(NodeDelays other) {
        return new SimulatedNodeOptions(hostname, address, version, mode, bootstrapRefusals, other);
    }
}
