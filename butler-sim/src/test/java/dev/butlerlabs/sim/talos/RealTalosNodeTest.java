package dev.butlerlabs.sim.talos;

import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;

/** The contract on real Talos nodes in containers. */
@Tag("slow")
class RealTalosNodeTest extends TalosNodeContract {
    @Override
    ContractBench start() {
        Optional<RealTalosImage> image = RealTalosImage.find();
        Assumptions.assumeTrue(image.isPresent(), RealTalosImage.ABSENT);
        return new RealContractBench(image.get());
    }
}
