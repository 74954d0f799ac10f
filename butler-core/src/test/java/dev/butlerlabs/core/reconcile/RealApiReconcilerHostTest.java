package dev.butlerlabs.core.reconcile;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Optional;

/** The host on a real kube-apiserver. */
class RealApiReconcilerHostTest extends ReconcilerHostContract {
    @Override
    TestApi startApi() {
        Optional<Path> programs = RealTestApi.programs();
        assumeTrue(programs.isPresent(), RealTestApi.ABSENT);
        return RealTestApi.start(programs.orElseThrow());
    }
}
