package dev.butlerlabs.core.reconcile;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.testing.apiserver.RealApiServer;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import java.util.Optional;

/** The host on a real kube-apiserver. */
class RealApiReconcilerHostTest extends ReconcilerHostContract {
    @Override
    TestApi startApi() {
        Optional<TestBench> bench = TestBench.find();
        assumeTrue(bench.isPresent(), TestBench.ABSENT);
        return new RealTestApi(RealApiServer.start(bench.orElseThrow()));
    }
}
