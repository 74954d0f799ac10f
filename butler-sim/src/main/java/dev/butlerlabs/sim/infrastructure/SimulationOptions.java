package dev.butlerlabs.sim.infrastructure;

import dev.butlerlabs.sim.fault.FaultPlan;
import java.time.Duration;
import java.util.Objects;

/**
 * Options of a simulated infrastructure.
 *
 * @param port port on 127.0.0.1; 0 selects a free port
 * @param bootTime from the request to a running machine with an address
 * @param removalTime from the request until a machine is deleted
 * @param capacity maximum number of machines
 * @param hosts runs the software in the machines
 */
public record SimulationOptions(
        int port, Duration bootTime, Duration removalTime, int capacity, FaultPlan faults, MachineHost hosts) {
    public SimulationOptions {
        Objects.requireNonNull(bootTime, "bootTime");
        Objects.requireNonNull(removalTime, "removalTime");
        Objects.requireNonNull(faults, "faults");
        Objects.requireNonNull(hosts, "hosts");
    }

    /** Returns options with short delays, large capacity, no faults and no software in the machines. */
    public static SimulationOptions standard() {
        return new SimulationOptions(
                0, Duration.ofMillis(20), Duration.ofMillis(20), 10_000, FaultPlan.none(), new LoopbackHost());
    }

    public SimulationOptions withPort(int changed) {
        return new SimulationOptions(changed, bootTime, removalTime, capacity, faults, hosts);
    }

    public SimulationOptions withBootTime(Duration changed) {
        return new SimulationOptions(port, changed, removalTime, capacity, faults, hosts);
    }

    public SimulationOptions withRemovalTime(Duration changed) {
        return new SimulationOptions(port, bootTime, changed, capacity, faults, hosts);
    }

    public SimulationOptions withCapacity(int changed) {
        return new SimulationOptions(port, bootTime, removalTime, changed, faults, hosts);
    }

    public SimulationOptions withFaults(FaultPlan changed) {
        return new SimulationOptions(port, bootTime, removalTime, capacity, changed, hosts);
    }

    public SimulationOptions withHosts(MachineHost changed) {
        return new SimulationOptions(port, bootTime, removalTime, capacity, faults, changed);
    }
}
