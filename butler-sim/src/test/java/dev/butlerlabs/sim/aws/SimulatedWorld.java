package dev.butlerlabs.sim.aws;

import java.util.List;
import java.util.Map;

/** A simulated region. */
record SimulatedWorld(SimulatedAws simulator) implements AwsWorld {
    @Override
    public Map<String, Object> settings() {
        return simulator.settings();
    }

    @Override
    public Map<String, String> credentials() {
        return simulator.credentials();
    }

    @Override
    public List<String> zones() {
        return AwsNetworkLayout.NAMES;
    }

    @Override
    public void close() {
        simulator.close();
    }
}
