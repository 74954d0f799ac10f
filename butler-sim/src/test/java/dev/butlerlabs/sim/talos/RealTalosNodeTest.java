package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.testing.TestBenchTalosNode;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;

/** The contract on real Talos nodes in containers. */
@Tag("slow")
class RealTalosNodeTest extends TalosNodeContract {
    @Override
    ContractBench start() {
        Optional<TestBenchTalosNode> image = TestBenchTalosNode.find();
        Assumptions.assumeTrue(image.isPresent(), TestBenchTalosNode.ABSENT);
        return new RealContractBench(image.get());
    }
}
