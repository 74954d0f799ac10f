package dev.butlerlabs.sim.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

/** Load balancers on the simulated region. */
@Tag("slow")
class SimulatedBalancerTest extends BalancerCases {
    private SimulatedWorld simulated;

    @Override
    AwsWorld world() {
        simulated = new SimulatedWorld(SimulatedAws.start(SimulationOptions.standard()));
        return simulated;
    }

    @AfterEach
    void everyWordWasUnderstood() {
        assertThat(simulated.simulator().complaints()).isEmpty();
    }
}
