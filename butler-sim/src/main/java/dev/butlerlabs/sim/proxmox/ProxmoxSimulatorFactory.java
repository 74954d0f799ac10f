package dev.butlerlabs.sim.proxmox;

import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import dev.butlerlabs.sim.infrastructure.SimulatorFactory;

/** Starts a simulated Proxmox VE cluster. */
public final class ProxmoxSimulatorFactory implements SimulatorFactory {
    @Override
    public String provider() {
        return ProxmoxSimulator.PROVIDER;
    }

    @Override
    public SimulatedInfrastructure start(SimulationOptions options) {
        return ProxmoxSimulator.start(options);
    }
}
