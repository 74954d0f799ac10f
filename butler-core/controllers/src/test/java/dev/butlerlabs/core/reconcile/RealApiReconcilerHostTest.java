package dev.butlerlabs.core.reconcile;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.testing.apiserver.RealApiServer;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import java.util.Optional;
import org.junit.jupiter.api.Tag;

/** The host on a real kube-apiserver. */
@Tag("process")
class RealApiReconcilerHostTest extends ReconcilerHostContract {
    @Override
    TestApi startApi() {
        Optional<RealApiServer> server = RealApiServer.shared();
        assumeTrue(server.isPresent(), TestBench.ABSENT);
        return new RealTestApi(server.orElseThrow());
    }
}
